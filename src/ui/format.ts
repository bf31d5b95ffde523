import {getLanguage} from '../locales/texts'

/** 1500 as 1,500. Intl.NumberFormat would take as long as the rest of a row. */
export const formatNumber = (value: number): string => String(value).replace(/(?<!\.\d*)\B(?=(\d{3})+(?!\d))/g, ',')

/** 214 B, 1.2 kB, 2 MB. */
export function formatBytes(count: number): string {
  if (count < 1024) return `${count} B`
  const [amount, unit] = count < 1024 * 1024 ? [count / 1024, 'kB'] : [count / (1024 * 1024), 'MB']
  return `${amount < 10 ? Math.round(amount * 10) / 10 : Math.round(amount)} ${unit}`
}

let last = {text: '', length: 0}

/** Cached, since a form asks at each key, mostly for the same large body. */
export function getByteLength(text: string): number {
  if (text !== last.text) last = {text, length: new TextEncoder().encode(text).length}
  return last.length
}

const clock = (date: Date) =>
  `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`

const monthFormats = new Map<string, Intl.DateTimeFormat>()
function formatMonth(date: Date): string {
  const language = getLanguage()
  const format = monthFormats.get(language) ?? new Intl.DateTimeFormat(language, {month: 'short'})
  monthFormats.set(language, format)
  return format.format(date)
}

export const isSameDay = (one: number, other: number): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString()

/** Today as 10:42, an older day as 12 Nov, another year's with the year. */
export function formatTime(time: number, now: number): string {
  const [then, today] = [new Date(time), new Date(now)]
  if (isSameDay(time, now)) return clock(then)
  const day = `${then.getDate()} ${formatMonth(then)}`
  return then.getFullYear() === today.getFullYear() ? day : `${day} ${then.getFullYear()}`
}

const day = 86_400_000
const daysInTrash = 30
/** How many days a deleted record still has. */
export const getDaysLeft = (deletedAt: number, now: number): number =>
  Math.max(0, Math.ceil((deletedAt + daysInTrash * day - now) / day))
