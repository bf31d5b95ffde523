// Runs before the first frame, so that no page flashes in the other theme; src/ui/state/settings.ts keeps what it reads.
try {
  const {theme} = JSON.parse(localStorage.getItem('switchyard.settings')) ?? {}
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // As good as never set.
}
