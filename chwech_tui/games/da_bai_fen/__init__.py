"""What people see of Da Bai Fen."""
