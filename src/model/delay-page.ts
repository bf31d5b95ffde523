/** The page that delays a navigation. The engine prefixes the extension's origin. */
export const waitingPage = '/delay-page.html'
