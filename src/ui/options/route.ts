import {signal, type ReadonlySignal} from '@preact/signals'
import {isRuleType, type RuleType} from '../../contract/rules'

export type Route =
  | {readonly page: 'rules' | 'groups' | 'trash' | 'settings'}
  | {readonly page: 'new-rule'; readonly type: RuleType; readonly host: string}
  | {readonly page: 'rule'; readonly id: string}
  | {readonly page: 'nowhere'}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [page = '', first = '', second = ''] = path.split('/')
  if (page === '' || (page === 'rules' && first === '')) return {page: 'rules'}
  if ((page === 'groups' || page === 'trash' || page === 'settings') && first === '') return {page}
  if (page === 'rules' && first === 'new')
    return isRuleType(second)
      ? {page: 'new-rule', type: second, host: new URLSearchParams(query).get('host') ?? ''}
      : {page: 'nowhere'}
  return page === 'rules' && second === '' ? {page: 'rule', id: decoded(first)} : {page: 'nowhere'}
}

/** The place that the address names, as it changes. */
export function createRouter() {
  const route = signal(routeOf(location.hash))
  let moved = false
  const follow = () => {
    moved = true
    route.value = routeOf(location.hash)
  }
  addEventListener('hashchange', follow)
  return {
    route: route as ReadonlySignal<Route>,
    hasMoved: () => moved,
    stop: () => removeEventListener('hashchange', follow),
  }
}

export const goTo = (hash: string): void => {
  location.hash = hash
}
/** Without a step in the history. */
export const goInstead = (hash: string): void => location.replace(hash)
