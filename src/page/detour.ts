/** Where the waiting page is to go on to, and after how many milliseconds. */
export type Detour = {readonly wait: number; readonly url: string}

/**
 * Reads the waiting page's fragment, `#1500,https://shop.test/a?b#c`. Any page can open the waiting page with a fragment of its own,
 * so it goes on to nothing but the web.
 */
export function readDetour(fragment: string): Detour | null {
  const [, wait = '', url = ''] = /^#(\d{1,6}),(.+)$/s.exec(fragment) ?? []
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? {wait: Number(wait), url} : null
}
