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
type GivenOption = {readonly knownName: OptionName; readonly value: string; readonly name: string; readonly at: string}

type Options = {readonly options: readonly GivenOption[]; readonly notes: readonly Note[]}

/** `--next` begins another request with options of its own. */
function readOptions(words: readonly Word[]): readonly Options[] {
  let givenOptions: GivenOption[] = []
  let notes: Note[] = []
  const requests: Options[] = [{options: givenOptions, notes}]
  let next = 0
  let isAfterDashes = false
  const read = (): Word | undefined => {
    const word = words[next++]
    for (const what of word?.variables ?? [])
      notes.push(noteAt(word?.position ?? '', 'no-counterpart', noteText('filledByShell', {what: quoteValue(what)})))
    return word
  }
  const addOption = (option: Option, at: string) => {
    if (option.isNext) {
      givenOptions = []
      notes = []
      requests.push({options: givenOptions, notes})
      return
    }
    const value = option.takesValue ? (option.value ?? read()?.text) : ''
    if (value === undefined)
      return void notes.push(noteAt(at, 'not-as-documented', noteText('nothingFollows', {option: option.name})))
    if (option.knownName !== null) givenOptions.push({knownName: option.knownName, value, name: option.name, at})
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
    if (text === '--' && !isAfterDashes) isAfterDashes = true
    else if (isAfterDashes || !text.startsWith('-') || text === '-')
      givenOptions.push({knownName: 'url', value: text, name: 'URL', at: position})
    else for (const option of parseOptions(text)) addOption(option, position)
  }
  return requests
}

/** Headers that the browser sets for each request: a wrong length would cut the body. */
const transportHeaders =
  /^(?:content-length|connection|expect|keep-alive|proxy-.+|te|trailer|transfer-encoding|upgrade)$/i

function readHeader(option: GivenOption): Header | Note {
  const read = parseHeader(option)
  if (!('header' in read)) return read
  if (faultsOfHeaderChange(read).length > 0)
    return noteAt(option.at, 'not-as-documented', noteText('isNoHeader', {value: quoteValue(option.value)}))
  if (!transportHeaders.test(read.header)) return read
  return noteAt(option.at, 'no-counterpart', noteText('headerSetByBrowser', {header: quoteValue(read.header)}))
}

function parseHeader({value, at}: GivenOption): Header | Note {
  const [, emptyHeader] = /^([^:;]+);\s*$/.exec(value) ?? []
  if (emptyHeader !== undefined) return {header: emptyHeader.trim(), type: 'Modify', value: ''}
  const [, header, rest] = /^([^:]+):(.*)$/s.exec(value) ?? []
  if (header === undefined || rest === undefined)
    return noteAt(at, 'not-as-documented', noteText('isNoHeader', {value: quoteValue(value)}))
  return rest.trim() === ''
    ? {header: header.trim(), type: 'Remove'}
    : {header: header.trim(), type: 'Modify', value: rest.trim()}
}

/** curl sends a line for each value, but a rule sets one value. */
function mergeHeaders(option: readonly (Header & {readonly at: string})[]): {headers: Header[]; notes: Note[]} {
  const headers = new Map<string, Header>()
  const notes: Note[] = []
  for (const {at, ...each} of option) {
    const name = each.header.toLowerCase()
    const earlier = headers.get(name)
    if (earlier?.value === undefined) headers.set(name, each)
    else if (each.value !== undefined) {
      const separator = name === 'cookie' ? '; ' : ', '
      headers.set(name, {...earlier, value: `${earlier.value}${separator}${each.value}`})
      notes.push(noteAt(at, 'no-counterpart', noteText('inOneLine', {header: quoteValue(earlier.header)})))
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

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** curl sends the user before the host as a header; pages cannot use such a URL. */
function readUrl(option: string): {readonly url: string; readonly user: string | undefined} {
  const [, scheme = '', user, rest = ''] = /^([^:]+:\/\/)(?:([^/?#]*)@)?(.*)$/s.exec(withScheme(option)) ?? []
  return {url: `${scheme}${rest}`, user: user === undefined ? undefined : decode(user)}
}

const escapes = /\\([[\]{}])/g

/** A glob, such as `[1-3]` or `{a,b}`; the brackets of an IPv6 host are none. */
const findGlob = (url: string): string | undefined =>
  /\{[^{}]*\}|\[(?:\d+-\d+|[a-z]-[a-z])(?::\d+)?\]/i.exec(url.replace(escapes, '_'))?.[0]

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text.slice(0, 4096))))

/** Reads the words behind `curl`: one request, or several where it says `--next`. */
export const readCommand = (words: readonly Word[]): readonly Command[] => readOptions(words).map(readRequest)

function readRequest({options: givenOptions, notes: parseNotes}: Options): Command {
  const notes: Note[] = [...parseNotes]
  const bodyFaults: Note[] = []
  const getOptions = (...meanings: OptionName[]) =>
    givenOptions.filter(({knownName: meaning}) => meanings.includes(meaning))
  const has = (meaning: OptionName) => getOptions(meaning).length > 0
  const headerOptions = getOptions('header').flatMap(each => {
    const read = readHeader(each)
    if ('header' in read) return [{...read, at: each.at}]
    notes.push(read)
    return []
  })
  const {headers, notes: mergeNotes} = mergeHeaders(headerOptions)
  notes.push(...mergeNotes)
  const isSet = (name: string) => headers.some(({header}) => header.toLowerCase() === name.toLowerCase())
  const setHeader = (header: string, value: string | undefined, source?: GivenOption) => {
    if (value === undefined || value === '') return
    const at = source?.at ?? ''
    if (isSet(header)) {
      if (source) notes.push(noteAt(at, 'no-counterpart', noteText('replacedByHeader', {option: source.name, header})))
      return
    }
    const change = {header, type: 'Modify', value} as const
    if (faultsOfHeaderChange(change).length === 0) headers.push(change)
    else notes.push(noteAt(at, 'not-as-documented', noteText('isNoHeader', {value: quoteValue(`${header}: ${value}`)})))
  }
  const [agentOption, refererOption] = [getOptions('agent').at(-1), getOptions('referer').at(-1)]
  setHeader('User-Agent', agentOption?.value, agentOption)
  setHeader('Referer', refererOption?.value.replace(/;auto$/, ''), refererOption)
  const cookies = getOptions('cookie')
  const pairs = cookies.map(({value}) => value).filter(value => value.includes('='))
  setHeader('Cookie', pairs.join('; '), cookies[0])
  for (const {value, at} of cookies)
    if (!value.includes('='))
      notes.push(noteAt(at, 'no-counterpart', noteText('cookieFileNotRead', {file: quoteValue(value)})))
  const addresses = getOptions('url').map(({value}) => readUrl(has('globoff') ? value : value.replace(escapes, '$1')))
  if (!has('globoff'))
    for (const {value, at} of getOptions('url')) {
      const glob = findGlob(value)
      if (glob !== undefined) notes.push(noteAt(at, 'no-counterpart', noteText('globIsText', {glob: quoteValue(glob)})))
    }
  const [userOption, bearerOption] = [getOptions('user').at(-1), getOptions('bearer').at(-1)]
  const user = userOption?.value ?? addresses.find(each => each.user !== undefined)?.user
  if (user !== undefined)
    setHeader('Authorization', `Basic ${base64(user.includes(':') ? user : `${user}:`)}`, userOption)
  if (bearerOption) setHeader('Authorization', `Bearer ${bearerOption.value}`, bearerOption)

  const dataParts = getOptions('data', 'raw', 'urlencoded', 'json').map(({knownName: meaning, value, name, at}) => {
    const file = meaning === 'urlencoded' ? isEncodedFile(value) : meaning !== 'raw' && value.startsWith('@')
    if (file) bodyFaults.push(refusalNote(at, noteText('dataFileNotRead', {option: name, file: quoteValue(value)})))
    return meaning === 'urlencoded' ? urlencoded(value) : value
  })
  for (const {at, name, value} of getOptions('upload'))
    bodyFaults.push(refusalNote(at, noteText('dataFileNotRead', {option: name, file: quoteValue(value)})))
  for (const {at, value} of getOptions('form'))
    bodyFaults.push(refusalNote(at, noteText('noFormWithParts', {form: quoteValue(value)})))
  const data = dataParts.length === 0 ? null : dataParts.join(has('json') ? '' : '&')
  if (data !== null && !has('get'))
    setHeader('Content-Type', has('json') ? 'application/json' : 'application/x-www-form-urlencoded')
  if (has('json')) setHeader('Accept', 'application/json')
  const queries = getOptions('query').flatMap(({name, value, at}) => {
    if (value.startsWith('+')) return [value.slice(1)]
    if (!isEncodedFile(value)) return [urlencoded(value)]
    notes.push(offNote(at, noteText('dataFileNotRead', {option: name, file: quoteValue(value)})))
    return []
  })
  const query = [...queries, ...(has('get') && data !== null ? [data] : [])].join('&')
  const urls = addresses.map(({url}) => {
    const [emptyHeader = url] = url.split('#', 1)
    return query === '' ? emptyHeader : `${emptyHeader}${emptyHeader.includes('?') ? '&' : '?'}${query}`
  })
  const hasBody = (data !== null && !has('get')) || has('form')
  const defaultMethod = has('head') ? 'HEAD' : has('upload') ? 'PUT' : hasBody ? 'POST' : 'GET'
  const method = getOptions('method').at(-1)?.value ?? defaultMethod
  return {urls, method: method.toUpperCase(), headers, body: has('get') ? null : data, notes, bodyFaults}
}
