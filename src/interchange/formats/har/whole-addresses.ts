/** What a style asks for: `url(…)` with and without quotes, and `@import` of a text. */
const named =
  /(\burl\(\s*)(?:"([^"\\\n]*)"|'([^'\\\n]*)'|([^\s"'()\\]+))(?=\s*\))|(@import\s*)(?:"([^"\\\n]*)"|'([^'\\\n]*)')/gi

/** Whether it leads on from where the style is; not to a part of the page, and not anywhere by itself. */
const isPath = (given: string): boolean => given !== '' && !/^(?:[a-z][\w+.-]*:|#)/i.test(given)

/** A style with each path in it as the address that it leads to from this one. */
export const withWholeAddresses = (style: string, from: string): string =>
  style.replace(
    named,
    (all, url?: string, ...[double, single, bare, rule = '', first, second]: (string | undefined)[]) => {
      const path = double ?? single ?? bare ?? first ?? second ?? ''
      return isPath(path) && URL.canParse(path, from) ? `${url ?? rule}"${new URL(path, from).href}"` : all
    },
  )
