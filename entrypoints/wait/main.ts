document.title = 'Waiting'
