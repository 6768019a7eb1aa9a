"""Time at the host: table clocks, wakeups of sleeping tables, and the detection of stalls."""
