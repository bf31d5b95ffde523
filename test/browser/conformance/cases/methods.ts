import type {Theme} from '../case'
import {outcome, told} from '../describe'
import {sent} from '../xhr'

const allowed = ['get', 'Post', 'pUT', 'delete', 'options', 'patch', 'Patch', 'PATCH', 'CHICKEN', 'report', 'x-Own']
const refused = ['CONNECT', 'trace', 'Track', 'A B', '', 'é', 'GET\n']

const bodiless = /^(get|head)$/i

export const methods: Theme = {
  ...Object.fromEntries(
    allowed.map(method => [
      `fetch: ${method}`,
      async kit => ({
        spelled: new Request('/', {method}).method,
        ...(await told(fetch(kit.at({echo: true}), {method, ...(bodiless.test(method) ? {} : {body: 'b'})}))),
      }),
    ]),
  ),
  ...Object.fromEntries(
    allowed.map(method => [
      `XHR: ${method}`,
      kit => sent(kit.at({echo: true}), {method, ...(bodiless.test(method) ? {} : {body: 'b'})}),
    ]),
  ),
  'methods that are refused': async kit => ({
    fetch: await Promise.all(refused.map(method => outcome(() => fetch(kit.at(), {method})))),
    request: await Promise.all(refused.map(method => outcome(() => new Request(kit.at(), {method})))),
    xhr: await Promise.all(refused.map(method => outcome(() => new XMLHttpRequest().open(method, kit.at())))),
  }),
  'fetch: HEAD gets headers and no body': kit =>
    told(fetch(kit.at({body: 'not sent', headers: [['x-one', '1']]}), {method: 'head'})),
  'XHR: HEAD gets headers and no body': kit =>
    sent(kit.at({body: 'not sent', headers: [['x-one', '1']]}), {method: 'head'}),
  'POST without a body has a length of nothing': kit => told(fetch(kit.at({echo: true}), {method: 'POST'})),
  'XHR: POST without a body has a length of nothing': kit => sent(kit.at({echo: true}), {method: 'POST'}),
  'XHR: a body with GET is left out': kit => sent(kit.at({echo: true}), {body: 'left out', upload: true}),
  'XHR: a body with HEAD is left out': kit => sent(kit.at(), {method: 'HEAD', body: new Blob(['left out'])}),
  'DELETE with a body sends it': kit => told(fetch(kit.at({echo: true}), {method: 'DELETE', body: 'which'})),
  'what a method is made of is asked for once': async kit => {
    let asked = 0
    const method = {
      toString() {
        asked++
        return 'POST'
      },
    }
    const answer = await told(fetch(kit.at(), {method: method as unknown as string, body: 'x'}))
    return {answer, asked}
  },
}
