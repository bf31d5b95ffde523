// Stands in for the code editor, which needs a page that is laid out: in unit tests the text area stays.
throw new Error('There is no code editor here')
