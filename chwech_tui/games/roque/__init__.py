"""What people see of Roque and of Roque for three."""
