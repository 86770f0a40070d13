import SQLiteStore
print(1)
