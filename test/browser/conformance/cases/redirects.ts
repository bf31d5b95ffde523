import type {Kit, Orders, Theme} from '../case'
import {outcome, shapeOf, told} from '../describe'
import {sent} from '../xhr'

/** An address that leads to another one. */
const leading = (to: string, status = 302, more: Orders = {}): Orders => ({
  status,
  headers: [['Location', to]],
  ...more,
})
const chain = (kit: Kit, length: number, status = 302): string => {
  let goal = kit.at({echo: true}, 'goal')
  // An address holds those behind it, each spelled out again: a long one would not fit.
  for (let at = 0; at < length; at++) goal = kit.at(leading(goal, status), `step-${at}`)
  return goal
}
const statuses = [301, 302, 303, 307, 308]
const post: RequestInit = {method: 'POST', body: 'sent on', headers: {'X-Own': '1', 'Content-Type': 'text/x-own'}}

export const redirects: Theme = {
  ...Object.fromEntries(statuses.map(status => [`GET over ${status}`, kit => told(fetch(chain(kit, 1, status)))])),
  ...Object.fromEntries(
    statuses.map(status => [`POST over ${status}`, kit => told(fetch(chain(kit, 1, status), post))]),
  ),
  ...Object.fromEntries(
    statuses.map(status => [
      `XHR: POST over ${status}`,
      kit => sent(chain(kit, 1, status), {method: 'POST', body: 'sent on', headers: {'X-Own': '1'}, upload: true}),
    ]),
  ),
  'PUT over 303 becomes GET': kit => told(fetch(chain(kit, 1, 303), {...post, method: 'PUT'})),
  'HEAD over 303 stays HEAD': kit => told(fetch(chain(kit, 1, 303), {method: 'HEAD'})),
  'FormData over 307 is sent again': kit => {
    const body = new FormData()
    body.append('f', new File(['file'], 'f.txt'))
    return told(fetch(chain(kit, 1, 307), {method: 'POST', body}))
  },
  'three in a row': kit => told(fetch(chain(kit, 3))),
  'XHR: three in a row': kit => sent(chain(kit, 3)),
  'a relative address': kit => told(fetch(kit.at(leading('../../'), 'one/two/three'))),
  'an address with a fragment': kit => told(fetch(kit.at(leading(`${kit.at({}, 'goal')}#new`)) + '#old')),
  'a fragment is kept over a redirect': kit => told(fetch(`${chain(kit, 1)}#kept`)),
  'no address at all': kit => told(fetch(kit.at({status: 302, body: 'stays'}))),
  'an address that is none': async kit => ({failed: await outcome(() => fetch(kit.at(leading('http://['))))}),
  'other schemes are refused': async kit => ({
    data: await outcome(() => fetch(kit.at(leading('data:,x')))),
    blob: await outcome(() => fetch(kit.at(leading('blob:null/x')))),
    odd: await outcome(() => fetch(kit.at(leading('odd:x')))),
  }),
  'a redirect to itself ends': async kit => ({
    failed: await outcome(() =>
      fetch(
        kit.at({
          status: 302,
          headers: [
            ['Location', '?orders=%7B%22status%22%3A302%2C%22headers%22%3A%5B%5B%22Location%22%2C%22%23%22%5D%5D%7D'],
          ],
        }),
      ),
    ),
  }),
  'XHR: a redirect to itself ends': kit => sent(kit.at({status: 302, headers: [['Location', '#again']]})),
  'redirect: error': async kit => ({
    failed: await outcome(() => fetch(chain(kit, 1), {redirect: 'error'})),
    fine: await outcome(() => fetch(kit.at(), {redirect: 'error'}).then(shapeOf)),
  }),
  'redirect: manual': async kit => {
    const answer = await fetch(chain(kit, 1), {redirect: 'manual'})
    return {shape: shapeOf(answer), text: await answer.text(), clone: shapeOf(answer.clone())}
  },
  'redirect: manual without a redirect': kit => told(fetch(kit.at({body: 'here'}), {redirect: 'manual'})),
  'a Request says what to do with a redirect': async kit => {
    const request = new Request(chain(kit, 1), {redirect: 'manual'})
    return {manual: shapeOf(await fetch(request)), over: shapeOf(await fetch(request, {redirect: 'follow'}))}
  },
  'to another origin that lets it': kit =>
    told(
      fetch(
        kit.at(leading(kit.stranger({origin: 'asker', echo: true, exposes: 'x-seen', headers: [['X-Seen', '1']]}))),
      ),
    ),
  'to another origin that refuses': async kit => ({
    failed: await outcome(() => fetch(kit.at(leading(kit.stranger())))),
  }),
  'to another origin and back': kit =>
    told(fetch(kit.at(leading(kit.stranger(leading(kit.at({origin: '*', echo: true}), 302, {origin: '*'})))))),
  'to another origin in the mode of the same': async kit => ({
    failed: await outcome(() => fetch(kit.at(leading(kit.stranger({origin: '*'}))), {mode: 'same-origin'})),
  }),
  'an authorization is lost on the way to another origin': kit =>
    told(
      fetch(kit.at(leading(kit.stranger({origin: '*', allowHeaders: 'authorization, x-own', echo: true}))), {
        headers: {Authorization: 'secret', 'X-Own': '1'},
      }),
    ),
  'XHR: to another origin that lets it': kit => sent(kit.at(leading(kit.stranger({origin: '*', body: 'far'})))),
  'XHR: to another origin that refuses': kit => sent(kit.at(leading(kit.stranger()))),
  'a cookie set on the way': async kit => {
    const goal = kit.at({echo: true}, 'goal')
    const asked = fetch(
      kit.at({
        status: 302,
        headers: [
          ['Location', goal],
          ['Set-Cookie', 'way=1; path=/'],
        ],
      }),
    )
    const answer = await told(asked)
    document.cookie = 'way=; path=/; max-age=0'
    return {answer}
  },
  'POST without a body over 307': kit => told(fetch(chain(kit, 1, 307), {method: 'POST'})),
  '300 is no redirect, 304 neither': async kit => ({
    found: [
      await told(fetch(kit.at({status: 300, headers: [['Location', '/x']], body: 'choices'}))),
      await told(fetch(kit.at({status: 304, headers: [['Location', '/x']]}))),
    ],
  }),
}
