"""The documented rules of Firebase Authentication, stated a second time and plainly."""
