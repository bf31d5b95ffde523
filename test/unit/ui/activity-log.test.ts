import {describe, expect, it} from 'vitest'
import {maxEntries, createLog} from '../../../src/ui/request-log/log'
import type {LoggedRequest, RequestEvent} from '../../../src/ui/request-log/request-events'
import {anAsked, inPage, noon} from './activity-events'

/** A log that has been open since time 0. */
function aLog(clock = {now: noon}) {
  const {now} = clock
  clock.now = 0
  const log = createLog(() => clock.now)
  log.open()
  clock.now = now
  return log
}

describe('the log', () => {
  it('has one entry per request, in whatever order its events arrive', () => {
    const log = aLog()
    const asked = anAsked('/v1/cart')
    log.take({kind: 'acted', asked, browserRule: 3})
    log.take({kind: 'asked', asked})
    log.take({kind: 'acted', asked: {...asked, url: 'https://other.test/'}, browserRule: 4})
    log.take({kind: 'moved', id: asked.id, to: 'https://other.test/'})
    log.take({kind: 'answered', id: asked.id, url: 'https://other.test/', status: 200, fromCache: true, time: noon})
    expect(log.getEntries()).toMatchObject([
      {request: asked, browserRules: [3, 4], redirectedTo: 'https://other.test/', status: 200, isFromCache: true},
    ])
  })

  it('stores the last thousand requests and ignores events of older ones', () => {
    const log = aLog()
    const all = Array.from({length: maxEntries + 5}, (_, at) => anAsked(`/${at}`))
    for (const asked of all) log.take({kind: 'asked', asked})
    log.take({kind: 'failed', id: all[0]?.id ?? '', url: '', why: 'net::ERR_FAILED', time: noon})
    expect(log.getEntries()).toHaveLength(maxEntries)
    expect(log.getEntries()[0]?.request.id).toBe(all[5]?.id)
    expect(log.getEntries().some(({error}) => error !== undefined)).toBe(false)
    log.clear()
    expect(log.getEntries()).toEqual([])
  })

  it('continues the entry of a delayed frame, including its later redirect', () => {
    const log = aLog()
    const frame = {type: 'sub_frame'} as const
    const [first, second] = [anAsked('/first', frame), anAsked('/second', frame)]
    for (const asked of [first, second]) {
      log.take({kind: 'asked', asked})
      log.take({kind: 'detoured', id: asked.id, to: `${asked.url}#part`})
    }
    const to = 'https://new.test/second'
    log.take({
      kind: 'on-the-way',
      tab: second.tab,
      requests: [{rules: ['ahead'], method: 'GET', url: second.url, to, time: noon}],
    })
    const after = [
      {...second, id: 'second after', url: to, isFromDelayPage: true},
      {...first, id: 'first after', isFromDelayPage: true},
      {...first, id: 'another', isFromDelayPage: true},
    ]
    for (const asked of after) {
      log.take({kind: 'asked', asked})
      log.take({kind: 'answered', id: asked.id, url: asked.url, status: 200, fromCache: false, time: noon})
    }
    expect(log.getEntries()).toMatchObject([
      {request: first, status: 200, delayedUrl: undefined, pageRules: []},
      {request: second, status: 200, delayedUrl: undefined, redirectedTo: to, pageRules: ['ahead']},
      {request: {id: 'another'}},
    ])
    expect(log.getEntries()[0]).not.toHaveProperty('redirectedTo')
  })

  it('continues the entry of a page that was redirected to a delayed URL', () => {
    const log = aLog()
    const opened = anAsked('/old', {type: 'main_frame'})
    const to = 'https://new.test/slow'
    const onward = (id: string): LoggedRequest => ({...opened, id, url: to, isFromDelayPage: true})
    log.take({kind: 'asked', asked: opened})
    log.take({kind: 'moved', id: opened.id, to})
    for (const asked of [onward('after'), onward('another')]) {
      log.take({kind: 'asked', asked})
      log.take({kind: 'answered', id: asked.id, url: to, status: 200, fromCache: false, time: noon})
    }
    expect(log.getEntries()).toMatchObject([
      {request: opened, redirectedTo: to, status: 200},
      {request: {id: 'another'}},
    ])
  })

  it('adds an entry for a response without a network request, separate from later ones', () => {
    const log = aLog()
    log.take(inPage('/v1/cart', 'Response_1', {isServed: true}))
    log.take({kind: 'asked', asked: anAsked('/v1/cart')})
    expect(log.getEntries()).toMatchObject([
      {pageRules: ['Response_1'], isServed: true, request: {tab: 7, type: 'xmlhttprequest', time: noon}},
      {pageRules: []},
    ])
  })

  it('matches a page report with the network request sent after its delay', () => {
    const log = aLog()
    log.take(inPage('/v1/cart', 'Delay_1'))
    const asked = anAsked('/v1/cart', {time: noon + 1_500})
    log.take({kind: 'asked', asked})
    log.take({kind: 'answered', id: asked.id, url: asked.url, status: 200, fromCache: false, time: noon})
    expect(log.getEntries()).toMatchObject([{pageRules: ['Delay_1'], status: 200}])
    expect(log.getEntries()).toHaveLength(1)
    log.take({kind: 'asked', asked: anAsked('/v1/cart')})
    expect(log.getEntries()).toHaveLength(2)
  })

  it('matches URLs without their fragment and methods regardless of case', () => {
    const log = aLog()
    const [asked, held] = [anAsked('/v1/cart#part', {method: 'patch'}), anAsked('/slow#part', {time: noon + 1_500})]
    log.take({kind: 'asked', asked})
    log.take(inPage('/v1/cart', 'Response_1', {method: 'PATCH'}))
    log.take(inPage('/slow', 'Delay_1'))
    log.take({kind: 'asked', asked: held})
    expect(log.getEntries()).toMatchObject([
      {request: asked, pageRules: ['Response_1']},
      {pageRules: ['Delay_1'], sentAt: held.time},
    ])
    expect(log.getEntries()).toHaveLength(2)
  })

  it('shows the URL that the page requested if an in-page rule redirected it', () => {
    const log = aLog()
    log.take({kind: 'asked', asked: anAsked('/v2/cart', {time: noon + 3})})
    log.take(inPage('/v1/cart', 'Replace_1', {to: 'https://api.shop.test/v2/cart'}))
    expect(log.getEntries()).toMatchObject([
      {
        request: {url: 'https://api.shop.test/v1/cart'},
        redirectedTo: 'https://api.shop.test/v2/cart',
        pageRules: ['Replace_1'],
      },
    ])
  })

  it('keeps the final URL if the page reports its redirect late', () => {
    const log = aLog()
    const asked = anAsked('/sent')
    log.take({kind: 'asked', asked})
    log.take({kind: 'answered', id: asked.id, url: `${asked.url}?a=2`, status: 200, fromCache: false, time: noon})
    log.take(inPage('/asked', 'leads', {to: asked.url}))
    expect(log.getEntries()).toMatchObject([
      {request: {url: 'https://api.shop.test/asked'}, redirectedTo: `${asked.url}?a=2`},
    ])
  })

  it.each(['before', 'after'])('marks the request whose code failed, also if the failure is reported %s it', order => {
    const log = aLog()
    const failure = {id: 'Request_1', pair: 0, kind: 'request', why: 'threw', message: 'no', line: 4} as const
    const failed = {kind: 'code-failed', document: 'A', failure, time: noon + 0.01} as const
    const told = {...inPage('/v1/cart', 'Request_1', {time: noon + 0.01}), document: 'A'} as RequestEvent
    // The same rule and URL, also at the same time in another document, but not the failed request.
    log.take(inPage('/v1/cart', 'Request_1'))
    log.take({...told, document: 'B'} as RequestEvent)
    for (const each of order === 'before' ? [failed, told] : [told, failed]) log.take(each)
    log.take(inPage('/v1/cart', 'Request_1', {time: noon + 0.02}))
    log.take(inPage('/v1/cart', 'Request_2'))
    expect(log.getEntries().map(({codeFailures}) => codeFailures)).toEqual([
      undefined,
      undefined,
      [failure],
      undefined,
      undefined,
    ])
  })

  it.each(['before', 'after'])('marks each rule whose code failed, also if that is reported %s the request', order => {
    const log = aLog()
    const said = (['request', 'response'] as const).map(
      kind => ({id: kind, pair: 0, kind, why: 'threw', message: 'no', line: 4}) as const,
    )
    const failed = said.map(each => ({kind: 'code-failed', document: 'A', failure: each, time: noon + 0.01}) as const)
    const told = {
      ...inPage('/v1/cart', 'request', {time: noon + 0.01, rules: ['request', 'response']}),
      document: 'A',
    } as RequestEvent
    for (const each of order === 'before' ? [...failed, told] : [told, ...failed]) log.take(each)
    expect(log.getEntries().map(({codeFailures}) => codeFailures)).toEqual([said])
  })

  it('shows the final URL after several hops', () => {
    const log = aLog()
    const asked = anAsked('/a')
    log.take({kind: 'asked', asked})
    log.take({kind: 'moved', id: asked.id, to: 'https://api.shop.test/b'})
    log.take({
      kind: 'answered',
      id: asked.id,
      url: 'https://api.shop.test/c',
      status: 200,
      fromCache: false,
      time: noon,
    })
    expect(log.getEntries()).toMatchObject([{request: asked, redirectedTo: 'https://api.shop.test/c'}])
  })

  const answered = ({id, url}: LoggedRequest): RequestEvent => ({
    kind: 'answered',
    id,
    url,
    status: 200,
    fromCache: false,
    time: noon,
  })

  it('never shows a cleared request again, and later ones have their own outcome', () => {
    const clock = {now: noon}
    const log = aLog(clock)
    const [cleared, over] = [anAsked('/v1/cart'), anAsked('/v1/cart')]
    for (const asked of [cleared, over]) log.take({kind: 'asked', asked})
    log.take(answered(over))
    clock.now = noon + 300
    log.clear()
    const next = anAsked('/v1/cart', {time: noon + 400})
    log.take({kind: 'asked', asked: next})
    log.take({kind: 'asked', asked: {...cleared, url: 'https://hop.test/', time: noon + 500}})
    log.take({kind: 'acted', asked: cleared, browserRule: 3})
    log.take(inPage('/v1/cart', 'Response_1'))
    log.take(inPage('/v1/cart', 'Response_2', {time: noon + 400}))
    for (const asked of [cleared, next]) log.take(answered(asked))
    expect(log.getEntries()).toMatchObject([{request: next, pageRules: ['Response_2'], browserRules: [], status: 200}])
  })

  it('completes pending requests after it is closed, and adds no new ones', () => {
    const clock = {now: noon}
    const log = aLog(clock)
    const known = [anAsked('/known'), anAsked('/slow')] as const
    for (const asked of known) log.take({kind: 'asked', asked})
    clock.now = noon + 100
    log.close()
    const late = anAsked('/late', {time: noon + 200})
    log.take({kind: 'asked', asked: late})
    log.take({kind: 'acted', asked: late, browserRule: 3})
    log.take(inPage('/known', 'Response_1'))
    log.take(inPage('/served', 'Response_1', {isServed: true, time: noon + 50}))
    log.take(inPage('/late', 'Response_1', {isServed: true, time: noon + 200}))
    log.take(inPage('/delayed', 'Delay_1', {time: noon + 50}))
    const delayed = anAsked('/delayed', {time: noon + 1_550})
    log.take({kind: 'asked', asked: delayed})
    for (const asked of [known[0], late, delayed]) log.take(answered(asked))
    log.endAll()
    clock.now = noon + 2_000
    log.open()
    log.take(inPage('/late', 'Response_1', {isServed: true, time: noon + 200}))
    const summary = log
      .getEntries()
      .map(each => [new URL(each.request.url).pathname, each.status, each.isUnreported ?? false])
    expect(summary).toEqual([
      ['/known', 200, false],
      ['/slow', undefined, true],
      ['/served', undefined, false],
      ['/delayed', 200, false],
    ])
  })

  it('tells apart simultaneous equal requests of two documents', () => {
    const log = aLog()
    for (const document of ['A', 'B']) log.take({...inPage('/v1/cart', 'Delay_1'), document} as RequestEvent)
    for (const document of ['B', 'A'])
      log.take({kind: 'asked', asked: anAsked('/v1/cart', {time: noon + 1_500, document, id: `of ${document}`})})
    expect(log.getEntries()).toMatchObject([{request: {id: 'of A'}}, {request: {id: 'of B'}}])
  })

  it.each(['before', 'after'])('stops waiting for an aborted request, also if the abort is reported %s it', order => {
    const clock = {now: noon}
    const log = aLog(clock)
    const told = {...inPage('/v1/cart', 'Delay_1', {time: noon + 0.01}), document: 'A'} as RequestEvent
    const gone = {kind: 'gave-up', document: 'A', time: noon + 0.01} as const
    clock.now = noon + 200
    // A request of the same time in another document, which is not aborted.
    log.take({...told, document: 'B'} as RequestEvent)
    for (const each of order === 'before' ? [gone, told] : [told, gone]) log.take(each)
    log.take({...inPage('/v1/cart', 'Delay_1', {time: noon + 1}), document: 'A'} as RequestEvent)
    log.take({kind: 'asked', asked: anAsked('/v1/cart', {time: noon + 1_501, document: 'A'})})
    log.take({kind: 'asked', asked: anAsked('/v1/cart', {time: noon + 1_600, document: 'A'})})
    const givenUp = {pageRules: ['Delay_1'], error: 'net::ERR_ABORTED', endedAt: noon + 200}
    expect(log.getEntries()).toMatchObject([
      {request: {document: 'B'}},
      givenUp,
      {pageRules: ['Delay_1'], sentAt: noon + 1_501},
      {pageRules: []},
    ])
    expect(log.getEntries()[0]).not.toHaveProperty('error')
  })

  it('joins page reports to requests in order, per document, URL and method', () => {
    const log = aLog()
    const others = [anAsked('/gq', {document: 'B'}), anAsked('/gq', {method: 'POST'}), anAsked('/gq', {type: 'script'})]
    for (const asked of others) log.take({kind: 'asked', asked})
    for (const time of [noon - 1_000, noon, noon + 1, noon + 2])
      log.take({kind: 'asked', asked: anAsked('/gq', {time, document: 'A'})})
    const report = (rules: readonly string[], time: number) =>
      ({...inPage('/gq', '', {rules: [...rules], time}), document: 'A'}) as RequestEvent
    for (const told of [report(['Response_1'], noon), report([], noon + 1), report(['Response_2'], noon + 2)])
      log.take(told)
    // The first request was sent before the page reported any.
    expect(log.getEntries().map(({pageRules}) => pageRules.join())).toEqual([
      '',
      '',
      '',
      '',
      'Response_1',
      '',
      'Response_2',
    ])
    // A page may report before Chrome does, and also reports requests that no rule changed.
    for (const told of [report([], noon + 3), report(['Response_3'], noon + 4)]) log.take(told)
    for (const time of [noon + 3, noon + 4]) log.take({kind: 'asked', asked: anAsked('/gq', {time, document: 'A'})})
    expect(
      log
        .getEntries()
        .slice(7)
        .map(({request, pageRules}) => [request.time - noon, pageRules.join()]),
    ).toEqual([
      [4, 'Response_3'],
      [3, ''],
    ])
    expect(log.getEntries().some(({isAmbiguous}) => isAmbiguous)).toBe(false)
  })

  it.each(['before', 'after'])(
    'says "not known" if a request may have overtaken a delayed one, reported %s it',
    order => {
      const log = aLog()
      const reports = [
        inPage('/gq', 'Delay_1', {waits: true}),
        inPage('/gq', '', {rules: [], time: noon + 0.01}),
        inPage('/gq', 'Delay_1', {waits: true, time: noon + 3_000}),
      ]
      const sent = [1, 400, 3_400].map(ms => ({kind: 'asked', asked: anAsked('/gq', {time: noon + ms})}) as const)
      if (order === 'before') for (const told of [...reports.slice(0, 2), ...sent.slice(0, 2)]) log.take(told)
      else for (const told of [sent[0], reports[0], reports[1], sent[1]]) if (told) log.take(told)
      for (const told of [reports[2], sent[2]]) if (told) log.take(told)
      expect(log.getEntries().map(({isAmbiguous = false}) => isAmbiguous)).toEqual([true, true, false])
      expect(log.getEntries()).toHaveLength(3)
    },
  )

  it('marks a delayed request as unknown if its document was left before it was sent', () => {
    const log = aLog()
    log.take({...inPage('/v1/cart', 'Delay_1', {waits: true}), document: 'A'} as RequestEvent)
    log.take({kind: 'left', document: 'A'})
    expect(log.getEntries()).toMatchObject([{isUnreported: true}])
    log.take({kind: 'asked', asked: anAsked('/v1/cart', {document: 'A', time: noon + 5})})
    expect(log.getEntries()).toMatchObject([{isUnreported: false, sentAt: noon + 5}])
  })

  it('does not show a delayed request that was cleared before it was sent', () => {
    const log = aLog()
    log.take(inPage('/v1/cart', 'Delay_1', {waits: true}))
    log.clear()
    log.take({kind: 'asked', asked: anAsked('/v1/cart', {time: noon + 1_500})})
    expect(log.getEntries()).toEqual([])
  })
})
