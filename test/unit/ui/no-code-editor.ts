// Replaces the code editor, which needs layout; unit tests use the plain text area.
throw new Error('There is no code editor here')
