"""What people see of Bête."""
