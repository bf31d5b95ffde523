import {fault, type Fault} from '../../../contract/faults'
import {
  cookieFileNotRead,
  dataFileNotRead,
  hasNoCounterpart,
  isNoHeader,
  noFormWithParts,
  nothingFollows,
} from '../../../contract/reasons'
import {shown} from '../../fields'
import {stop} from '../../making'
import {optionsOf, type Meaning, type Option} from './options'
import type {Word} from './words'

/** A request as a command describes it. */
export type Command = {
  readonly urls: readonly string[]
  readonly method: string
  readonly headers: readonly {readonly header: string; readonly type: 'Modify' | 'Remove'; readonly value?: string}[]
  readonly body: string | null
  readonly notes: readonly Fault[]
  /** What keeps the body from being one. */
  readonly bodyFaults: readonly Fault[]
}

type Said = {readonly meaning: Meaning; readonly value: string; readonly name: string; readonly at: string}

function readOptions(words: readonly Word[]): {readonly said: readonly Said[]; readonly notes: readonly Fault[]} {
  const said: Said[] = []
  const notes: Fault[] = []
  let next = 0
  let isOver = false
  const take = (option: Option, at: string) => {
    const value = option.takesValue ? (option.value ?? words[next++]?.text) : ''
    if (value === undefined) return void notes.push(fault(at, 'not-as-documented', nothingFollows(option.name)))
    if (option.meaning !== null) said.push({meaning: option.meaning, value, name: option.name, at})
    else if (!option.isSilent)
      notes.push(
        fault(at, 'no-counterpart', hasNoCounterpart([option.name, ...(value === '' ? [] : [shown(value)])].join(' '))),
      )
  }
  while (next < words.length) {
    const {text, at} = words[next++] ?? {text: '', at: ''}
    if (text === '--' && !isOver) isOver = true
    else if (isOver || !text.startsWith('-') || text === '-') said.push({meaning: 'url', value: text, name: 'URL', at})
    else for (const option of optionsOf(text)) take(option, at)
  }
  return {said, notes}
}

function readHeader({value, at}: Said): Command['headers'][number] | Fault {
  const [, bare] = /^([^:;]+);\s*$/.exec(value) ?? []
  if (bare !== undefined) return {header: bare.trim(), type: 'Modify', value: ''}
  const [, header, rest] = /^([^:]+):(.*)$/s.exec(value) ?? []
  if (header === undefined || rest === undefined) return fault(at, 'not-as-documented', isNoHeader(shown(value)))
  return rest.trim() === ''
    ? {header: header.trim(), type: 'Remove'}
    : {header: header.trim(), type: 'Modify', value: rest.trim()}
}

/** `name=text`, `=text` or `text`, of which the text is encoded. */
function urlencoded(value: string): string {
  const sign = value.indexOf('=')
  const [name, text] = sign < 0 ? ['', value] : [value.slice(0, sign), value.slice(sign + 1)]
  return `${name === '' ? '' : `${name}=`}${encodeURIComponent(text.toWellFormed())}`
}

const withScheme = (url: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** An address, and the user before its host: curl sends that as a header, and no page asks for an address with it. */
function readUrl(given: string): {readonly url: string; readonly user: string | undefined} {
  const [, scheme = '', user, rest = ''] = /^([^:]+:\/\/)(?:([^/?#]*)@)?(.*)$/s.exec(withScheme(given)) ?? []
  return {url: `${scheme}${rest}`, user: user === undefined ? undefined : decoded(user)}
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text.slice(0, 4096))))

/** Reads the words behind `curl`. */
export function readCommand(words: readonly Word[]): Command {
  const {said, notes: unread} = readOptions(words)
  const notes: Fault[] = [...unread]
  const bodyFaults: Fault[] = []
  const of = (...meanings: Meaning[]) => said.filter(({meaning}) => meanings.includes(meaning))
  const has = (meaning: Meaning) => of(meaning).length > 0
  const headers = of('header').flatMap(each => {
    const read = readHeader(each)
    if ('header' in read) return [read]
    notes.push(read)
    return []
  })
  const isSet = (name: string) => headers.some(({header}) => header.toLowerCase() === name.toLowerCase())
  const set = (header: string, value: string | undefined) => {
    if (value !== undefined && value !== '' && !isSet(header)) headers.push({header, type: 'Modify', value})
  }
  set('User-Agent', of('agent').at(-1)?.value)
  set(
    'Referer',
    of('referer')
      .at(-1)
      ?.value.replace(/;auto$/, ''),
  )
  const cookies = of('cookie')
  const pairs = cookies.map(({value}) => value).filter(value => value.includes('='))
  set('Cookie', pairs.join('; '))
  for (const {value, at} of cookies)
    if (!value.includes('=')) notes.push(fault(at, 'no-counterpart', cookieFileNotRead(shown(value))))
  const addresses = of('url').map(({value}) => readUrl(value))
  const user = of('user').at(-1)?.value ?? addresses.find(each => each.user !== undefined)?.user
  if (user !== undefined) set('Authorization', `Basic ${base64(user.includes(':') ? user : `${user}:`)}`)
  const bearer = of('bearer').at(-1)?.value
  if (bearer !== undefined) set('Authorization', `Bearer ${bearer}`)

  const parts = of('data', 'raw', 'urlencoded', 'json').map(({meaning, value, name, at}) => {
    const file = meaning === 'urlencoded' ? /^[^=]*@/.test(value) : meaning !== 'raw' && value.startsWith('@')
    if (file) bodyFaults.push(stop(at, dataFileNotRead(name, shown(value))))
    return meaning === 'urlencoded' ? urlencoded(value) : value
  })
  for (const {at, value} of of('form')) bodyFaults.push(stop(at, noFormWithParts(shown(value))))
  const data = parts.length === 0 ? null : parts.join(has('json') ? '' : '&')
  if (data !== null && !has('get'))
    set('Content-Type', has('json') ? 'application/json' : 'application/x-www-form-urlencoded')
  if (has('json')) set('Accept', 'application/json')
  const query = has('get') && data !== null ? data : ''
  const urls = addresses.map(({url}) => {
    const [bare = url] = url.split('#', 1)
    return query === '' ? bare : `${bare}${bare.includes('?') ? '&' : '?'}${query}`
  })
  const sends = (data !== null && !has('get')) || has('form')
  const method = of('method').at(-1)?.value ?? (has('head') ? 'HEAD' : has('get') ? 'GET' : sends ? 'POST' : 'GET')
  return {urls, method: method.toUpperCase(), headers, body: has('get') ? null : data, notes, bodyFaults}
}
