const fileEnding =
  '[cm]?[jt]s|[jt]sx|vue|svelte|graphql|css|scss|less|map|json|html?|php|aspx?|ashx|jsp|do|cgi|xml|txt|csv|md|pdf|zip|gz|wasm|png|jpe?g|gif|svg|webp|avif|bmp|ico|mp[34]|m3u8|mpd|m4s|webm|mov|woff2?|[ot]tf|eot|webmanifest'
const file = new RegExp(`^[\\w.-]*\\.(?:${fileEnding})\\??$`, 'i')
/** Ends of hosts; any other that stands alone is one of files. */
const hostEnding =
  /^\.(?:[a-z]{2}|com|org|net|edu|gov|info|biz|dev|app|test|local|localhost|internal|intranet|lan|corp|home|example|cloud|site|shop|store|online|tech|xyz|page)$/i
const fileHost = new RegExp(`(?:^|\\.)(?:${fileEnding})\\w?$`, 'i')
/** Whether a host is what is left of a file, as `main.js` or, with a letter where a wildcard had a star, `amain.jsb`. */
export const isMadeOfFile = (hostname: string): boolean => fileHost.test(hostname)
/** Whether a text that stands alone names a file, or is the end of one, rather than a host: `main.js`, `.css`. */
export const isFile = (sample: string): boolean =>
  file.test(sample) || (/^\.[a-z]\w+$/i.test(sample) && !hostEnding.test(sample))
