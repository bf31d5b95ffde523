/** The extension's page that waits and then goes on to where the request was bound. The engine puts the origin before it. */
export const waitingPage = '/delay-page.html'
