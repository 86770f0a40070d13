"""Makes vectors of recordings of the Firebase Auth emulator."""
