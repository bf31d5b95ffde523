import type {Theme} from '../case'
import {outcome, plain, requestOf, shapeOf, told} from '../describe'

const modes = ['cors', 'no-cors', 'same-origin', 'navigate', 'odd'] as const
const caches = ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'] as const
const option = (name: string, value: unknown): RequestInit => ({[name]: value})

export const requests: Theme = {
  'a Request with defaults': kit => ({request: requestOf(new Request(kit.at()))}),
  'a Request with everything': kit => ({
    request: requestOf(
      new Request(kit.at(), {
        method: 'POST',
        headers: {'x-a': 'b'},
        body: 'x',
        mode: 'same-origin',
        credentials: 'omit',
        cache: 'no-cache',
        redirect: 'manual',
        referrer: '/from',
        referrerPolicy: 'origin',
        integrity: 'sha256-abc',
        keepalive: true,
      }),
    ),
  }),
  'a Request is used up once it was sent': async kit => {
    const request = new Request(kit.at(), {method: 'POST', body: 'once'})
    const asked = fetch(request)
    const during = request.bodyUsed
    const answer = await told(asked)
    return {
      answer,
      during,
      after: requestOf(request),
      again: await outcome(() => fetch(request)),
      text: await outcome(() => request.text()),
      clone: await outcome(() => request.clone()),
      remade: await outcome(() => new Request(request)),
    }
  },
  'a Request without a body can be sent again': async kit => {
    const request = new Request(kit.at(), {headers: {'x-again': '1'}})
    return {answers: [await told(fetch(request)), await told(fetch(request))], bodyUsed: request.bodyUsed}
  },
  'a Request that was read cannot be sent': async kit => {
    const request = new Request(kit.at(), {method: 'POST', body: 'read'})
    const text = await request.text()
    return {text, sent: await outcome(() => fetch(request)), used: request.bodyUsed}
  },
  'a Request whose body is locked cannot be sent': async kit => {
    const request = new Request(kit.at(), {method: 'POST', body: 'held'})
    const reader = request.body?.getReader()
    const refused = await outcome(() => fetch(request))
    reader?.releaseLock()
    return {refused, freed: await outcome(() => fetch(request))}
  },
  'a clone of a Request is sent beside it': async kit => {
    const request = new Request(kit.at(), {method: 'POST', body: 'both', headers: {'x-c': '1'}})
    const copy = request.clone()
    const first = await told(fetch(request))
    return {first, second: await told(fetch(copy)), used: [request.bodyUsed, copy.bodyUsed]}
  },
  'a Request made of a Request takes its body': async kit => {
    const one = new Request(kit.at(), {method: 'POST', body: 'moved', headers: {'x-one': '1'}})
    const two = new Request(one, {headers: {'x-two': '2'}})
    return {used: one.bodyUsed, request: requestOf(two), answer: await told(fetch(two))}
  },
  'an init overrides what a Request says': async kit => {
    const one = new Request(kit.at(), {
      method: 'POST',
      body: 'first',
      headers: {'x-one': '1', 'content-type': 'text/x'},
    })
    const answer = await told(fetch(one, {method: 'PUT', body: 'second', headers: {'x-two': '2'}}))
    return {answer, used: one.bodyUsed}
  },
  'an init with only a body keeps the headers of a Request': async kit => {
    const one = new Request(kit.at(), {method: 'POST', body: 'first', headers: {'x-one': '1'}})
    const answer = await told(fetch(one, {body: 'second'}))
    return {answer, used: one.bodyUsed}
  },
  'an init with only headers keeps the body of a Request': async kit => {
    const one = new Request(kit.at(), {method: 'POST', body: 'kept', headers: {'x-one': '1'}})
    return {answer: await told(fetch(one, {headers: {'x-two': '2'}})), used: one.bodyUsed}
  },
  'an empty init changes nothing': async kit => {
    const one = new Request(kit.at(), {method: 'POST', body: 'kept', headers: {'x-one': '1'}, redirect: 'error'})
    return {answer: await told(fetch(one, {})), used: one.bodyUsed}
  },
  'an init of undefined members is an empty one': async kit => {
    const one = new Request(kit.at(), {method: 'POST', body: 'kept'})
    return told(fetch(one, {method: undefined, body: undefined, headers: undefined} as unknown as RequestInit))
  },
  'the headers of a Request can be changed until it is sent': async kit => {
    const request = new Request(kit.at(), {headers: {a: '1'}})
    request.headers.set('X-Late', 'yes')
    const asked = fetch(request)
    request.headers.set('X-Too-Late', 'no')
    return {answer: await told(asked), headers: plain(request.headers)}
  },
  'each mode': async kit => ({
    modes: await Promise.all(modes.map(mode => outcome(() => new Request(kit.at(), option('mode', mode)).mode))),
  }),
  'each way with the cache': async kit => {
    const found: unknown[] = []
    for (const cache of caches) found.push(await outcome(() => fetch(kit.at(), {cache}).then(shapeOf)))
    return {found, only: await outcome(() => fetch(kit.at(), {cache: 'only-if-cached', mode: 'same-origin'}))}
  },
  'each way with credentials on the own origin': async kit => {
    document.cookie = 'own=1; path=/'
    const found: unknown[] = []
    for (const credentials of ['omit', 'same-origin', 'include'] as const)
      found.push(await told(fetch(kit.at(), {credentials})))
    document.cookie = 'own=; path=/; max-age=0'
    return {found}
  },
  'a cookie that an answer sets is there for the next': async kit => {
    await fetch(kit.at({headers: [['Set-Cookie', 'fresh=2; path=/']]}))
    const {cookie} = document
    const answer = await told(fetch(kit.at()))
    document.cookie = 'fresh=; path=/; max-age=0'
    return {cookie, answer}
  },
  referrers: async kit => {
    const found: unknown[] = []
    for (const referrer of ['', 'about:client', '/from/here?x#y', 'http://elsewhere.test/'])
      found.push(await outcome(() => fetch(kit.at(), {referrer}).then(shapeOf)))
    return {found, unfit: await outcome(() => fetch(kit.at(), {referrer: 'http://['}))}
  },
  'referrer policies': async kit => {
    for (const referrerPolicy of ['no-referrer', 'origin', 'unsafe-url', 'same-origin'] as const)
      await fetch(kit.at(), {referrerPolicy})
    return {unfit: await outcome(() => fetch(kit.at(), option('referrerPolicy', 'odd')))}
  },
  'integrity that holds': kit =>
    told(fetch(kit.at({body: 'hello'}), {integrity: 'sha256-LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ='})),
  'integrity that does not hold': async kit => ({
    failed: await outcome(() =>
      fetch(kit.at({body: 'other'}), {integrity: 'sha256-LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ='}),
    ),
  }),
  'keepalive goes through': kit => told(fetch(kit.at(), {method: 'POST', body: 'kept alive', keepalive: true})),
  'keepalive with more than it may carry is refused': async kit => ({
    failed: await outcome(() => fetch(kit.at(), {method: 'POST', body: 'x'.repeat(70_000), keepalive: true})),
  }),
  priorities: async kit => {
    const found: unknown[] = []
    for (const priority of ['high', 'low', 'auto', 'odd'])
      found.push(await outcome(() => fetch(kit.at(), option('priority', priority)).then(shapeOf)))
    return {found}
  },
  'members that must be one of a few words': async kit => ({
    found: await Promise.all(
      ['mode', 'credentials', 'cache', 'redirect', 'referrerPolicy', 'duplex'].map(name =>
        outcome(() => fetch(kit.at(), option(name, 'Odd'))),
      ),
    ),
  }),
  'a window other than null is refused': async kit => ({
    odd: await outcome(() => fetch(kit.at(), option('window', {}))),
    none: await outcome(() => fetch(kit.at(), option('window', null)).then(shapeOf)),
  }),
  'a signal that is none is refused': async kit => ({
    odd: await outcome(() => fetch(kit.at(), option('signal', {}))),
    none: await outcome(() => fetch(kit.at(), option('signal', null)).then(shapeOf)),
  }),
  'the body of a Request is read in each way': async () => {
    const make = (type: string, body: BodyInit) =>
      new Request('/', {method: 'POST', body, headers: {'content-type': type}})
    return {
      text: await outcome(() => make('text/plain', 'é').text()),
      json: await outcome(() => make('text/plain', '{"a":[1]}').json()),
      bytes: await outcome(() => make('text/plain', 'ab').arrayBuffer()),
      blob: await outcome(() => make('Text/Odd; A=B', 'ab').blob()),
      form: await outcome(() => make('application/x-www-form-urlencoded', 'a=1&a=%32').formData()),
      broken: await outcome(() => make('text/plain', '{').json()),
      noForm: await outcome(() => make('text/plain', 'a=1').formData()),
    }
  },
  'a Request with a stream has to say half duplex': async kit => {
    const stream = () => new Blob(['s']).stream()
    return {
      without: await outcome(() => new Request(kit.at(), {method: 'POST', body: stream()})),
      with: await outcome(() => new Request(kit.at(), {method: 'POST', body: stream(), ...option('duplex', 'half')})),
      kept: await outcome(
        () => new Request(kit.at(), {method: 'POST', body: stream(), keepalive: true, ...option('duplex', 'half')}),
      ),
    }
  },
  'a Request of a subclass is sent as what it is': async kit => {
    class Own extends Request {
      override get method() {
        return 'DELETE'
      }
      override get url() {
        return 'http://elsewhere.test/'
      }
    }
    const request = new Own(kit.at(), {method: 'POST', body: 'own'})
    return {answer: await told(fetch(request)), name: request.constructor.name}
  },
}
