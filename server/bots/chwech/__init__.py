"""The bots of Chwech: each sees a view and nothing else."""
