"""The storage of logs, accounts and finished games; nothing here knows tables or games."""
