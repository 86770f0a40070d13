"""The suite `firebase-exhaustive`: which sequences it has, and how they are written."""
