import {describe, expect, it} from 'vitest'
import {mostKept} from '../../../src/ui/activity/entries'
import {createLog} from '../../../src/ui/activity/log'
import {longestCode} from '../../../src/ui/activity/making'
import type {Asked, Told} from '../../../src/ui/activity/told'
import {anAsked, inPage, noon} from './activity-told'

const delays = {Delay_1: 1_500, Delay_2: 3_000} as Readonly<Record<string, number>>

/** A log that has been open for long. */
function aLog(clock = {now: noon}) {
  const {now} = clock
  clock.now = 0
  const log = createLog(
    () => clock.now,
    ([rule = '']) => {
      const least = delays[rule] ?? 0
      if (rule === 'Code_1') return {least, most: longestCode, isExact: false}
      return {least, most: least, isExact: rule !== 'Read_1'}
    },
  )
  log.open()
  clock.now = now
  return log
}

describe('the log', () => {
  it('has one entry for all that is told of a request, in whatever order', () => {
    const log = aLog()
    const asked = anAsked('/v1/cart')
    log.take({tells: 'acted', asked, browserRule: 3})
    log.take({tells: 'asked', asked})
    log.take({tells: 'acted', asked: {...asked, url: 'https://other.test/'}, browserRule: 4})
    log.take({tells: 'moved', id: asked.id, to: 'https://other.test/', isByServer: false})
    log.take({tells: 'answered', id: asked.id, url: 'https://other.test/', status: 200, fromCache: true, time: noon})
    expect(log.all()).toMatchObject([
      {asked, browserRules: [3, 4], movedTo: 'https://other.test/', status: 200, isFromCache: true},
    ])
  })

  it('keeps the last thousand, and what is told of others is of no request', () => {
    const log = aLog()
    const all = Array.from({length: mostKept + 5}, (_, at) => anAsked(`/${at}`))
    for (const asked of all) log.take({tells: 'asked', asked})
    log.take({tells: 'failed', id: all[0]?.id ?? '', url: '', why: 'net::ERR_FAILED', time: noon})
    expect(log.all()).toHaveLength(mostKept)
    expect(log.all()[0]?.asked).toBe(all[5])
    expect(log.all().some(({failed}) => failed !== undefined)).toBe(false)
    log.clear()
    expect(log.all()).toEqual([])
  })

  it('finds the request of the network that a page tells of, which is told later', () => {
    const log = aLog()
    const others = [
      anAsked('/v1/cart', {tab: 8}),
      anAsked('/v1/cart', {method: 'POST'}),
      anAsked('/v1/cart', {time: noon - 1_000}),
      anAsked('/v1/cart', {type: 'script'}),
    ]
    for (const asked of [...others, anAsked('/v1/cart', {time: noon + 20}), anAsked('/v1/cart', {time: noon + 40})])
      log.take({tells: 'asked', asked})
    log.take(inPage('/v1/cart', 'Response_1'))
    expect(log.all().map(({pageRules}) => pageRules)).toEqual([[], [], [], [], ['Response_1'], []])
    log.take(inPage('/v1/cart', 'Response_2'))
    expect(log.all().at(-1)?.pageRules).toEqual(['Response_2'])
    expect(log.all()).toHaveLength(6)
  })

  it('tells those of one address apart by those that their page says no rule acted on', () => {
    const log = aLog()
    for (const time of [0, 1, 2, 3, 20]) log.take({tells: 'asked', asked: anAsked('/gq', {time: noon + time})})
    const told = (rules: readonly string[], time: number) => ({
      rules: [...rules],
      method: 'GET',
      url: 'https://api.shop.test/gq',
      time: noon + time,
    })
    const requests = [told([], 0), told([], 0), told(['Delay_1'], 0), told(['Response_1'], 0), told([], 0)]
    log.take({tells: 'in-page', tab: 7, page: '', requests})
    // What waits has a row of its own, until it is sent.
    expect(log.all().map(({pageRules}) => pageRules)).toEqual([[], [], ['Response_1'], [], [], ['Delay_1']])
    log.take({tells: 'asked', asked: anAsked('/gq', {time: noon + 1_501})})
    expect(log.all()).toHaveLength(6)
    expect(log.all()[5]).toMatchObject({sentAt: noon + 1_501})
    log.take({tells: 'in-page', tab: 7, page: '', requests: [told(['Response_1'], 18)]})
    expect(log.all()[4]?.pageRules).toEqual(['Response_1'])
  })

  it('takes nobody else for one of before it was opened, and none of much later, that no rule acted on', () => {
    const log = aLog()
    for (const time of [0, 2_500]) log.take({tells: 'asked', asked: anAsked('/gq', {time: noon + time})})
    const alone = (time: number) => ({rules: [], method: 'GET', url: 'https://api.shop.test/gq', time})
    log.take({tells: 'in-page', tab: 7, page: '', requests: [alone(-1), alone(noon), alone(noon + 100)]})
    expect(log.all().map(({isLeftAlone = false}) => isLeftAlone)).toEqual([true, false])
    expect(log.all()).toHaveLength(2)
  })

  it('goes on with what has waited, frame by frame, and with where it is sent from there', () => {
    const log = aLog()
    const frame = {type: 'sub_frame'} as const
    const [first, second] = [anAsked('/first', frame), anAsked('/second', frame)]
    for (const asked of [first, second]) {
      log.take({tells: 'asked', asked})
      log.take({tells: 'detoured', id: asked.id, to: `${asked.url}#part`})
    }
    const to = 'https://new.test/second'
    log.take({
      tells: 'on-the-way',
      tab: second.tab,
      requests: [{rules: ['ahead'], method: 'GET', url: second.url, to, time: noon}],
    })
    const after = [
      {...second, id: 'second after', url: to, isOnward: true},
      {...first, id: 'first after', isOnward: true},
      {...first, id: 'another', isOnward: true},
    ]
    for (const asked of after) {
      log.take({tells: 'asked', asked})
      log.take({tells: 'answered', id: asked.id, url: asked.url, status: 200, fromCache: false, time: noon})
    }
    expect(log.all()).toMatchObject([
      {asked: first, status: 200, onward: undefined, pageRules: []},
      {asked: second, status: 200, onward: undefined, movedTo: to, pageRules: ['ahead']},
      {asked: {id: 'another'}},
    ])
    expect(log.all()[0]).not.toHaveProperty('movedTo')
  })

  it('goes on with what a rule has led elsewhere, to wait there', () => {
    const log = aLog()
    const opened = anAsked('/old', {type: 'main_frame'})
    const to = 'https://new.test/slow'
    const onward = (id: string): Asked => ({...opened, id, url: to, isOnward: true})
    log.take({tells: 'asked', asked: opened})
    log.take({tells: 'moved', id: opened.id, to, isByServer: false})
    for (const asked of [onward('after'), onward('another')]) {
      log.take({tells: 'asked', asked})
      log.take({tells: 'answered', id: asked.id, url: to, status: 200, fromCache: false, time: noon})
    }
    expect(log.all()).toMatchObject([{asked: opened, movedTo: to, status: 200}, {asked: {id: 'another'}}])
  })

  it('has an entry for what no server was asked for, which a later request is none of', () => {
    const log = aLog()
    log.take(inPage('/v1/cart', 'Response_1', {isServed: true}))
    log.take({tells: 'asked', asked: anAsked('/v1/cart')})
    expect(log.all()).toMatchObject([
      {pageRules: ['Response_1'], isServed: true, asked: {tab: 7, type: 'xmlhttprequest', time: noon}},
      {pageRules: []},
    ])
  })

  it('takes the request that is sent after a delay for the one that its page told of', () => {
    const log = aLog()
    log.take(inPage('/v1/cart', 'Delay_1'))
    const asked = anAsked('/v1/cart', {time: noon + 1_500})
    log.take({tells: 'asked', asked})
    log.take({tells: 'answered', id: asked.id, url: asked.url, status: 200, fromCache: false, time: noon})
    expect(log.all()).toMatchObject([{pageRules: ['Delay_1'], status: 200}])
    expect(log.all()).toHaveLength(1)
    log.take({tells: 'asked', asked: anAsked('/v1/cart')})
    expect(log.all()).toHaveLength(2)
  })

  it('takes a request for the same of which a busy browser tells after its page, soon', () => {
    const log = aLog()
    const told = inPage('/v1/cart', 'Replace_1', {to: 'https://api.shop.test/v2/cart'})
    log.take(told)
    log.take({tells: 'asked', asked: anAsked('/v2/cart', {time: noon + 600})})
    expect(log.all()).toMatchObject([{pageRules: ['Replace_1'], sentAt: noon + 600}])
    expect(log.all()).toHaveLength(1)
    log.take(told)
    log.take({tells: 'asked', asked: anAsked('/v2/cart', {time: noon + 2_600})})
    expect(log.all()).toHaveLength(3)
  })

  it('takes a request for the same that the browser tells with a fragment and a method as it was written', () => {
    const log = aLog()
    const [asked, held] = [anAsked('/v1/cart#part', {method: 'patch'}), anAsked('/slow#part', {time: noon + 1_500})]
    log.take({tells: 'asked', asked})
    log.take(inPage('/v1/cart', 'Response_1', {method: 'PATCH'}))
    log.take(inPage('/slow', 'Delay_1'))
    log.take({tells: 'asked', asked: held})
    expect(log.all()).toMatchObject([
      {asked, pageRules: ['Response_1']},
      {pageRules: ['Delay_1'], sentAt: held.time},
    ])
    expect(log.all()).toHaveLength(2)
  })

  it('shows the address that the page asked for where a rule in the page sent it elsewhere', () => {
    const log = aLog()
    log.take({tells: 'asked', asked: anAsked('/v2/cart', {time: noon + 3})})
    log.take(inPage('/v1/cart', 'Replace_1', {to: 'https://api.shop.test/v2/cart'}))
    expect(log.all()).toMatchObject([
      {
        asked: {url: 'https://api.shop.test/v1/cart'},
        movedTo: 'https://api.shop.test/v2/cart',
        pageRules: ['Replace_1'],
      },
    ])
  })

  it('ends where it ends, also where its page tells late that it has led it elsewhere', () => {
    const log = aLog()
    const asked = anAsked('/sent')
    log.take({tells: 'asked', asked})
    log.take({tells: 'answered', id: asked.id, url: `${asked.url}?a=2`, status: 200, fromCache: false, time: noon})
    log.take(inPage('/asked', 'leads', {to: asked.url}))
    expect(log.all()).toMatchObject([{asked: {url: 'https://api.shop.test/asked'}, movedTo: `${asked.url}?a=2`}])
  })

  it.each(['before', 'after'])('marks the request whose code failed, also where that is told %s it', order => {
    const log = aLog()
    const said = {id: 'Request_1', pair: 0, kind: 'request', why: 'threw', message: 'no', line: 4} as const
    const failed = {tells: 'code-failed', tab: 7, said, time: noon + 0.01} as const
    const told = inPage('/v1/cart', 'Request_1', {time: noon + 0.01})
    // Of the same rule and address, and of the same time in another tab: not the one that failed.
    log.take(inPage('/v1/cart', 'Request_1'))
    log.take({...told, tab: 8} as Told)
    for (const each of order === 'before' ? [failed, told] : [told, failed]) log.take(each)
    log.take(inPage('/v1/cart', 'Request_1', {time: noon + 0.02}))
    log.take(inPage('/v1/cart', 'Request_2'))
    expect(log.all().map(({codeFailed}) => codeFailed)).toEqual([undefined, undefined, [said], undefined, undefined])
  })

  it.each(['before', 'after'])('marks each rule whose code failed on it, told %s it', order => {
    const log = aLog()
    const said = (['request', 'response'] as const).map(
      kind => ({id: kind, pair: 0, kind, why: 'threw', message: 'no', line: 4}) as const,
    )
    const failed = said.map(each => ({tells: 'code-failed', tab: 7, said: each, time: noon + 0.01}) as const)
    const told = inPage('/v1/cart', 'request', {time: noon + 0.01, rules: ['request', 'response']})
    for (const each of order === 'before' ? [...failed, told] : [told, ...failed]) log.take(each)
    expect(log.all().map(({codeFailed}) => codeFailed)).toEqual([said])
  })

  it('knows where a request has come to after several hops', () => {
    const log = aLog()
    const asked = anAsked('/a')
    log.take({tells: 'asked', asked})
    log.take({tells: 'moved', id: asked.id, to: 'https://api.shop.test/b', isByServer: false})
    log.take({
      tells: 'answered',
      id: asked.id,
      url: 'https://api.shop.test/c',
      status: 200,
      fromCache: false,
      time: noon,
    })
    expect(log.all()).toMatchObject([{asked, movedTo: 'https://api.shop.test/c'}])
  })

  const answered = ({id, url}: Asked): Told => ({tells: 'answered', id, url, status: 200, fromCache: false, time: noon})

  it('has no request again that was cleared away, and what comes then has its own outcome', () => {
    const clock = {now: noon}
    const log = aLog(clock)
    const [cleared, over] = [anAsked('/v1/cart'), anAsked('/v1/cart')]
    for (const asked of [cleared, over]) log.take({tells: 'asked', asked})
    log.take(answered(over))
    clock.now = noon + 300
    log.clear()
    const next = anAsked('/v1/cart', {time: noon + 400})
    log.take({tells: 'asked', asked: next})
    log.take({tells: 'asked', asked: {...cleared, url: 'https://hop.test/', time: noon + 500}})
    log.take({tells: 'acted', asked: cleared, browserRule: 3})
    log.take(inPage('/v1/cart', 'Response_1'))
    log.take(inPage('/v1/cart', 'Response_2', {time: noon + 400}))
    for (const asked of [cleared, next]) log.take(answered(asked))
    expect(log.all()).toMatchObject([{asked: next, pageRules: ['Response_2'], browserRules: [], status: 200}])
  })

  it('hears what it has to its end when it is closed, and takes nothing else', () => {
    const clock = {now: noon}
    const log = aLog(clock)
    const known = [anAsked('/known'), anAsked('/slow')] as const
    for (const asked of known) log.take({tells: 'asked', asked})
    clock.now = noon + 100
    log.close()
    const late = anAsked('/late', {time: noon + 200})
    log.take({tells: 'asked', asked: late})
    log.take({tells: 'acted', asked: late, browserRule: 3})
    log.take(inPage('/known', 'Response_1'))
    log.take(inPage('/served', 'Response_1', {isServed: true, time: noon + 50}))
    log.take(inPage('/late', 'Response_1', {isServed: true, time: noon + 200}))
    log.take(inPage('/delayed', 'Delay_1', {time: noon + 50}))
    const delayed = anAsked('/delayed', {time: noon + 1_550})
    log.take({tells: 'asked', asked: delayed})
    for (const asked of [known[0], late, delayed]) log.take(answered(asked))
    log.leave()
    clock.now = noon + 2_000
    log.open()
    log.take(inPage('/late', 'Response_1', {isServed: true, time: noon + 200}))
    const summary = log.all().map(each => [new URL(each.asked.url).pathname, each.status, each.isUnheard ?? false])
    expect(summary).toEqual([
      ['/known', 200, false],
      ['/slow', undefined, true],
      ['/served', undefined, false],
      ['/delayed', 200, false],
    ])
  })

  it.each(['Delay_1', 'Response_1'])(
    'lets what waits by %s go on unseen where it was cleared, or made in a pause',
    rule => {
      const clock = {now: noon}
      const log = aLog(clock)
      log.take(inPage('/cleared', rule))
      clock.now = noon + 100
      log.clear()
      log.close()
      log.take(inPage('/paused', rule, {time: noon + 200}))
      clock.now = noon + 300
      log.open()
      for (const path of ['/cleared', '/paused']) {
        // Only what is held up is still to be sent.
        if (rule !== 'Delay_1') continue
        const sent = anAsked(path, {time: noon + 1_650})
        log.take({tells: 'asked', asked: sent})
        log.take(answered(sent))
      }
      expect(log.all()).toEqual([])
      for (const path of ['/cleared', '/paused']) log.take({tells: 'asked', asked: anAsked(path, {time: noon + 2_300})})
      expect(log.all()).toHaveLength(2)
    },
  )

  it('knows since when it is told of requests, and awaits none that was sent before', () => {
    const clock = {now: noon}
    const log = aLog(clock)
    log.close()
    log.leave()
    clock.now = noon + 1_000
    log.open()
    log.take(inPage('/v1/cart', 'Response_1', {time: noon + 900}))
    log.take(inPage('/v1/slow', 'Delay_1', {time: noon + 900}))
    for (const path of ['/v1/cart', '/v1/slow']) log.take({tells: 'asked', asked: anAsked(path, {time: noon + 2_400})})
    expect(log.all()).toMatchObject([{asked: {url: 'https://api.shop.test/v1/cart'}, heardSince: noon + 1_000}])
    expect(log.all()).toHaveLength(1)
  })

  it('knows of what a page held when it was left that it was given up, and nothing else', () => {
    const clock = {now: noon + 1_400}
    const log = aLog(clock)
    const of = (document: string, rule: string, more = {}) => ({...inPage(`/v1/${rule}`, rule, more), document}) as Told
    for (const rule of ['Delay_1', 'Delay_2', 'Code_1', 'Response_1']) log.take(of('A', rule))
    log.take(of('A', 'Delay_1', {time: noon - 1_000}))
    log.take(of('A', 'Delay_2', {time: noon + 0.01, isServed: true}))
    log.take(of('B', 'Delay_1'))
    const sent = anAsked('/v1/Code_1', {time: noon + 900, document: 'A'})
    log.take(of('A', 'Code_1', {time: noon + 800}))
    log.take({tells: 'asked', asked: sent})
    log.take({tells: 'left', document: 'A', hasWorker: false})
    const givenUp = {failed: 'net::ERR_ABORTED', endedAt: noon + 1_400}
    // That of code was the first to be sent.
    expect(log.all().map(({failed, endedAt}) => (failed === undefined ? null : {failed, endedAt}))).toEqual([
      givenUp,
      givenUp,
      null,
      null,
      null,
      null,
      null,
      givenUp,
    ])
  })

  it('does not say so of code where the worker of a page may have answered, nor where nobody listened then', () => {
    const clock = {now: noon}
    const log = aLog(clock)
    const early = {...inPage('/v1/early', 'Code_1', {time: noon - 100}), document: 'A'} as Told
    log.close()
    log.leave()
    log.open()
    clock.now = noon + 1_000
    log.take(early)
    log.take({...inPage('/v1/cart', 'Code_1'), document: 'B'} as Told)
    log.take({...inPage('/v1/cart', 'Delay_1'), document: 'B'} as Told)
    log.take({tells: 'left', document: 'A', hasWorker: false})
    log.take({tells: 'left', document: 'B', hasWorker: true})
    expect(log.all().map(({failed}) => failed !== undefined)).toEqual([false, false, true])
  })

  it('takes what a page asks for none that the one before held, but for what that sent at the last moment', () => {
    const clock = {now: noon}
    const log = aLog(clock)
    log.take({...inPage('/v1/cart', 'Delay_1'), document: 'A'} as Told)
    log.take({...inPage('/v1/menu', 'Delay_1'), document: 'A'} as Told)
    clock.now = noon + 1_499
    log.take({tells: 'asked', asked: anAsked('/', {type: 'main_frame', time: noon + 1_400})})
    log.take({tells: 'left', document: 'A', hasWorker: false})
    log.take({tells: 'asked', asked: anAsked('/v1/cart', {time: noon + 1_600, document: 'B'})})
    log.take({tells: 'asked', asked: anAsked('/v1/menu', {time: noon + 1_499, document: 'A'})})
    expect(log.all()).toMatchObject([
      {pageRules: ['Delay_1'], failed: 'net::ERR_ABORTED'},
      {pageRules: ['Delay_1'], sentAt: noon + 1_499, failed: undefined, endedAt: undefined},
      {asked: {type: 'main_frame'}},
      {asked: {document: 'B'}, pageRules: []},
    ])
  })

  it('takes what waits for code that is made before it is sent for none that is sent at once', () => {
    const log = aLog()
    const sent = [0, 2, 40].map(ms => anAsked('/graphql', {method: 'POST', time: noon + ms, id: `at ${ms}`}))
    for (const asked of sent) log.take({tells: 'asked', asked})
    const of = {method: 'POST', url: 'https://api.shop.test/graphql'}
    log.take({
      tells: 'in-page',
      tab: 7,
      page: '',
      requests: [
        {...of, rules: ['Delay_0'], time: noon},
        {...of, rules: ['Code_1'], time: noon + 0.01},
        // Of an answer that code changes, fetch reads before what it sends.
        {...of, rules: ['Read_1'], time: noon + 0.02},
      ],
    })
    expect(log.all().map(({asked: {id}, pageRules}) => [id, ...pageRules])).toEqual([
      ['at 0', 'Delay_0'],
      ['at 2', 'Read_1'],
      ['at 40', 'Code_1'],
    ])
  })

  it('knows for which request the browser asks first if it may be sent', () => {
    const log = aLog()
    const put = anAsked('/v1/cart', {method: 'PUT'})
    const [before, other] = [anAsked('/v1/cart', {method: 'PUT'}), anAsked('/v1/menu', {method: 'PUT'})]
    for (const asked of [before, other, put]) log.take({tells: 'asked', asked})
    log.take({tells: 'answered', id: before.id, url: before.url, status: 200, fromCache: false, time: noon})
    log.take({tells: 'asked', asked: anAsked('/v1/cart', {method: 'OPTIONS'})})
    expect(log.all().map(({hasPreflight}) => hasPreflight === true)).toEqual([false, false, true, false])
  })

  it('knows of two documents that ask the same at once which is whose', () => {
    const log = aLog()
    for (const document of ['A', 'B']) log.take({...inPage('/v1/cart', 'Delay_1'), document} as Told)
    for (const document of ['B', 'A'])
      log.take({tells: 'asked', asked: anAsked('/v1/cart', {time: noon + 1_500, document, id: `of ${document}`})})
    expect(log.all()).toMatchObject([{asked: {id: 'of A'}}, {asked: {id: 'of B'}}])
  })

  it.each(['before', 'after'])('awaits nothing of a request that its page says, %s it, it has given up', order => {
    const clock = {now: noon}
    const log = aLog(clock)
    const told = inPage('/v1/cart', 'Delay_1', {time: noon + 0.01})
    const gone = {tells: 'gave-up', tab: 7, time: noon + 0.01} as const
    clock.now = noon + 200
    // Of the same time in another tab: not the one that was given up.
    log.take({...told, tab: 8} as Told)
    for (const each of order === 'before' ? [gone, told] : [told, gone]) log.take(each)
    log.take(inPage('/v1/cart', 'Delay_1', {time: noon + 1}))
    log.take({tells: 'asked', asked: anAsked('/v1/cart', {time: noon + 1_501})})
    log.take({tells: 'asked', asked: anAsked('/v1/cart', {time: noon + 1_600})})
    const givenUp = {pageRules: ['Delay_1'], failed: 'net::ERR_ABORTED', endedAt: noon + 200}
    expect(log.all()).toMatchObject([
      {asked: {tab: 8}},
      givenUp,
      {pageRules: ['Delay_1'], sentAt: noon + 1_501},
      {pageRules: []},
    ])
    expect(log.all()[0]).not.toHaveProperty('failed')
  })

  it('does not take a request for one that its page has given up', () => {
    const log = aLog()
    for (const time of [noon, noon + 1_500]) log.take(inPage('/v1/cart', 'Delay_2', {time}))
    log.take({tells: 'asked', asked: anAsked('/v1/cart', {time: noon + 6_500})})
    expect(log.all().map(({sentAt}) => sentAt)).toEqual([undefined, noon + 6_500])
  })
})
