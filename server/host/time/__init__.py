"""Time at the host: the clocks of tables, wakeups of sleeping ones, and the detection of stalls."""
