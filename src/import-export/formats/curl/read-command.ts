import {noteText, noteAt, type Note} from '../../notes'
import {faultsOfHeaderChange} from '../../../model/rules/headers'
import {quoteValue} from '../../fields'
import {offNote, refusalNote} from '../../create-records'
import {parseOptions, type OptionName, type Option} from './options'
import type {Word} from './parse-command-lines'

export type Command = {
  readonly urls: readonly string[]
  readonly method: string
  readonly headers: readonly {readonly header: string; readonly type: 'Modify' | 'Remove'; readonly value?: string}[]
  readonly body: string | null
  readonly notes: readonly Note[]
  readonly bodyFaults: readonly Note[]
}

type Header = Command['headers'][number]
type Said = {readonly meaning: OptionName; readonly value: string; readonly name: string; readonly at: string}

type Options = {readonly said: readonly Said[]; readonly notes: readonly Note[]}

/** `--next` begins another request with options of its own. */
function readOptions(words: readonly Word[]): readonly Options[] {
  let said: Said[] = []
  let notes: Note[] = []
  const requests: Options[] = [{said, notes}]
  let next = 0
  let isOver = false
  const read = (): Word | undefined => {
    const word = words[next++]
    for (const what of word?.variables ?? [])
      notes.push(noteAt(word?.position ?? '', 'no-counterpart', noteText('filledByShell', {what: quoteValue(what)})))
    return word
  }
  const take = (option: Option, at: string) => {
    if (option.isNext) {
      said = []
      notes = []
      requests.push({said, notes})
      return
    }
    const value = option.takesValue ? (option.value ?? read()?.text) : ''
    if (value === undefined)
      return void notes.push(noteAt(at, 'not-as-documented', noteText('nothingFollows', {option: option.name})))
    if (option.knownName !== null) said.push({meaning: option.knownName, value, name: option.name, at})
    else if (!option.isSilent)
      notes.push(
        noteAt(
          at,
          'no-counterpart',
          noteText('hasNoCounterpart', {what: [option.name, ...(value === '' ? [] : [quoteValue(value)])].join(' ')}),
        ),
      )
  }
  while (next < words.length) {
    const {text, position} = read() ?? {text: '', position: ''}
    if (text === '--' && !isOver) isOver = true
    else if (isOver || !text.startsWith('-') || text === '-')
      said.push({meaning: 'url', value: text, name: 'URL', at: position})
    else for (const option of parseOptions(text)) take(option, position)
  }
  return requests
}

/** Headers that the browser sets for each request: a wrong length would cut the body. */
const ofTheWire = /^(?:content-length|connection|expect|keep-alive|proxy-.+|te|trailer|transfer-encoding|upgrade)$/i

function readHeader(given: Said): Header | Note {
  const read = writtenHeader(given)
  if (!('header' in read)) return read
  if (faultsOfHeaderChange(read).length > 0)
    return noteAt(given.at, 'not-as-documented', noteText('isNoHeader', {value: quoteValue(given.value)}))
  if (!ofTheWire.test(read.header)) return read
  return noteAt(given.at, 'no-counterpart', noteText('isOfTheWire', {header: quoteValue(read.header)}))
}

function writtenHeader({value, at}: Said): Header | Note {
  const [, bare] = /^([^:;]+);\s*$/.exec(value) ?? []
  if (bare !== undefined) return {header: bare.trim(), type: 'Modify', value: ''}
  const [, header, rest] = /^([^:]+):(.*)$/s.exec(value) ?? []
  if (header === undefined || rest === undefined)
    return noteAt(at, 'not-as-documented', noteText('isNoHeader', {value: quoteValue(value)}))
  return rest.trim() === ''
    ? {header: header.trim(), type: 'Remove'}
    : {header: header.trim(), type: 'Modify', value: rest.trim()}
}

/** curl sends a line for each value, but a rule sets one value. */
function eachOnce(given: readonly (Header & {readonly at: string})[]): {headers: Header[]; notes: Note[]} {
  const headers = new Map<string, Header>()
  const notes: Note[] = []
  for (const {at, ...each} of given) {
    const name = each.header.toLowerCase()
    const before = headers.get(name)
    if (before?.value === undefined) headers.set(name, each)
    else if (each.value !== undefined) {
      const between = name === 'cookie' ? '; ' : ', '
      headers.set(name, {...before, value: `${before.value}${between}${each.value}`})
      notes.push(noteAt(at, 'no-counterpart', noteText('inOneLine', {header: quoteValue(before.header)})))
    }
  }
  return {headers: [...headers.values()], notes}
}

const isEncodedFile = (value: string): boolean => /^[^=]*@/.test(value)

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

/** curl sends the user before the host as a header; pages cannot use such a URL. */
function readUrl(given: string): {readonly url: string; readonly user: string | undefined} {
  const [, scheme = '', user, rest = ''] = /^([^:]+:\/\/)(?:([^/?#]*)@)?(.*)$/s.exec(withScheme(given)) ?? []
  return {url: `${scheme}${rest}`, user: user === undefined ? undefined : decoded(user)}
}

const escapes = /\\([[\]{}])/g

/** A glob, such as `[1-3]` or `{a,b}`; the brackets of an IPv6 host are none. */
const globIn = (url: string): string | undefined =>
  /\{[^{}]*\}|\[(?:\d+-\d+|[a-z]-[a-z])(?::\d+)?\]/i.exec(url.replace(escapes, '_'))?.[0]

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text.slice(0, 4096))))

/** Reads the words behind `curl`: one request, or several where it says `--next`. */
export const readCommand = (words: readonly Word[]): readonly Command[] => readOptions(words).map(readRequest)

function readRequest({said, notes: unread}: Options): Command {
  const notes: Note[] = [...unread]
  const bodyFaults: Note[] = []
  const of = (...meanings: OptionName[]) => said.filter(({meaning}) => meanings.includes(meaning))
  const has = (meaning: OptionName) => of(meaning).length > 0
  const written = of('header').flatMap(each => {
    const read = readHeader(each)
    if ('header' in read) return [{...read, at: each.at}]
    notes.push(read)
    return []
  })
  const {headers, notes: ofSeveral} = eachOnce(written)
  notes.push(...ofSeveral)
  const isSet = (name: string) => headers.some(({header}) => header.toLowerCase() === name.toLowerCase())
  const set = (header: string, value: string | undefined, by?: Said) => {
    if (value === undefined || value === '') return
    const at = by?.at ?? ''
    if (isSet(header)) {
      if (by) notes.push(noteAt(at, 'no-counterpart', noteText('saidByHeader', {option: by.name, header})))
      return
    }
    const change = {header, type: 'Modify', value} as const
    if (faultsOfHeaderChange(change).length === 0) headers.push(change)
    else notes.push(noteAt(at, 'not-as-documented', noteText('isNoHeader', {value: quoteValue(`${header}: ${value}`)})))
  }
  const [agent, referer] = [of('agent').at(-1), of('referer').at(-1)]
  set('User-Agent', agent?.value, agent)
  set('Referer', referer?.value.replace(/;auto$/, ''), referer)
  const cookies = of('cookie')
  const pairs = cookies.map(({value}) => value).filter(value => value.includes('='))
  set('Cookie', pairs.join('; '), cookies[0])
  for (const {value, at} of cookies)
    if (!value.includes('='))
      notes.push(noteAt(at, 'no-counterpart', noteText('cookieFileNotRead', {file: quoteValue(value)})))
  const addresses = of('url').map(({value}) => readUrl(has('globoff') ? value : value.replace(escapes, '$1')))
  if (!has('globoff'))
    for (const {value, at} of of('url')) {
      const glob = globIn(value)
      if (glob !== undefined) notes.push(noteAt(at, 'no-counterpart', noteText('globIsText', {glob: quoteValue(glob)})))
    }
  const [bySelf, bearer] = [of('user').at(-1), of('bearer').at(-1)]
  const user = bySelf?.value ?? addresses.find(each => each.user !== undefined)?.user
  if (user !== undefined) set('Authorization', `Basic ${base64(user.includes(':') ? user : `${user}:`)}`, bySelf)
  if (bearer) set('Authorization', `Bearer ${bearer.value}`, bearer)

  const parts = of('data', 'raw', 'urlencoded', 'json').map(({meaning, value, name, at}) => {
    const file = meaning === 'urlencoded' ? isEncodedFile(value) : meaning !== 'raw' && value.startsWith('@')
    if (file) bodyFaults.push(refusalNote(at, noteText('dataFileNotRead', {option: name, file: quoteValue(value)})))
    return meaning === 'urlencoded' ? urlencoded(value) : value
  })
  for (const {at, name, value} of of('upload'))
    bodyFaults.push(refusalNote(at, noteText('dataFileNotRead', {option: name, file: quoteValue(value)})))
  for (const {at, value} of of('form'))
    bodyFaults.push(refusalNote(at, noteText('noFormWithParts', {form: quoteValue(value)})))
  const data = parts.length === 0 ? null : parts.join(has('json') ? '' : '&')
  if (data !== null && !has('get'))
    set('Content-Type', has('json') ? 'application/json' : 'application/x-www-form-urlencoded')
  if (has('json')) set('Accept', 'application/json')
  const queries = of('query').flatMap(({name, value, at}) => {
    if (value.startsWith('+')) return [value.slice(1)]
    if (!isEncodedFile(value)) return [urlencoded(value)]
    notes.push(offNote(at, noteText('dataFileNotRead', {option: name, file: quoteValue(value)})))
    return []
  })
  const query = [...queries, ...(has('get') && data !== null ? [data] : [])].join('&')
  const urls = addresses.map(({url}) => {
    const [bare = url] = url.split('#', 1)
    return query === '' ? bare : `${bare}${bare.includes('?') ? '&' : '?'}${query}`
  })
  const sends = (data !== null && !has('get')) || has('form')
  const methodByRest = has('head') ? 'HEAD' : has('upload') ? 'PUT' : sends ? 'POST' : 'GET'
  const method = of('method').at(-1)?.value ?? methodByRest
  return {urls, method: method.toUpperCase(), headers, body: has('get') ? null : data, notes, bodyFaults}
}
