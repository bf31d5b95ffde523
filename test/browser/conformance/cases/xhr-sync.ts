import type {Theme} from '../case'
import {outcome, plain, steps} from '../describe'
import {recorded, settled, stateOf} from '../xhr'

/** Sends synchronously: all is over when it returns. */
function sentAtOnce(url: string, {method = 'GET', body = null as string | null, headers = {}} = {}) {
  const xhr = new XMLHttpRequest()
  const events = recorded(xhr)
  xhr.open(method, url, false)
  for (const [name, value] of Object.entries<string>(headers)) xhr.setRequestHeader(name, value)
  xhr.send(body)
  return {events: settled(events), state: stateOf(xhr)}
}

export const xhrSync: Theme = {
  GET: kit => sentAtOnce(kit.at({body: 'at once', headers: [['X-One', '1']]})),
  POST: kit => sentAtOnce(kit.at({echo: true}), {method: 'POST', body: 'sent', headers: {'X-Own': '1'}}),
  'an error status': kit => sentAtOnce(kit.at({status: 404, body: 'none'})),
  'over a redirect': kit => sentAtOnce(kit.at({status: 302, headers: [['Location', kit.at({body: 'there'}, 'goal')]]})),
  'from another origin': kit => sentAtOnce(kit.stranger({origin: '*', body: 'far'})),
  'refused by another origin': async kit => ({failed: await outcome(() => sentAtOnce(kit.stranger()))}),
  'a connection that is cut': async kit => ({
    failed: await outcome(() => sentAtOnce(kit.at({cuts: 'at once'}), {method: 'POST', body: 'x'})),
  }),
  'a data: address': () => sentAtOnce('data:text/plain,at%20once'),
  'types and timeouts are refused': async kit => {
    const xhr = new XMLHttpRequest()
    xhr.open('GET', kit.at(), false)
    const set = {
      type: await outcome(() => (xhr.responseType = 'json')),
      timeout: await outcome(() => (xhr.timeout = 5)),
    }
    const typed = new XMLHttpRequest()
    typed.open('GET', kit.at())
    typed.responseType = 'json'
    return {...set, opening: await outcome(() => typed.open('GET', kit.at(), false))}
  },
  responseXML: kit => {
    const xhr = new XMLHttpRequest()
    xhr.open('GET', kit.at({body: '<a/>', type: 'text/xml'}), false)
    xhr.send()
    return {page: plain(xhr.responseXML)}
  },
  'nothing else runs meanwhile': async kit => {
    const order = steps()
    void Promise.resolve().then(() => order.note('promise'))
    setTimeout(() => order.note('timer'), 0)
    sentAtOnce(kit.at())
    order.note('sent')
    await new Promise(done => setTimeout(done, 5))
    return {order}
  },
  'a header that is forbidden is left out': kit =>
    sentAtOnce(kit.at({echo: true}), {method: 'POST', body: 'x', headers: {Cookie: 'a=b', 'X-Own': '1'}}),
}
