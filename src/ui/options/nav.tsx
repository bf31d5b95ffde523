import type {ReadonlySignal} from '@preact/signals'
import {Folder, List} from 'lucide-preact'
import {grouped} from '../numbers'
import {GlobalSwitch} from '../parts/global-switch'
import {usePage} from '../parts/library-context'
import {Mark} from '../parts/mark'
import {hashes} from '../routes'
import {common, shellWords} from '../words'
import type {Route} from './route'

const isOfRules = (page: Route['page']) =>
  page === 'rules' || page === 'rule' || page === 'new-rule' || page === 'trash'

export function Nav({route}: {readonly route: ReadonlySignal<Route>}) {
  const {library} = usePage()
  const {page} = route.value
  const places = [
    {name: shellWords.rules, hash: hashes.rules, icon: List, here: isOfRules(page), size: library.rows.value.length},
    {
      name: shellWords.groups,
      hash: hashes.groups,
      icon: Folder,
      here: page === 'groups',
      size: library.groups.value.length,
    },
  ]
  return (
    <nav class="nav" aria-label={common.product}>
      <p class="nav-brand">
        <Mark />
        <b>{common.product}</b>
      </p>
      <ul>
        {places.map(({name, hash, icon: Shape, here, size}) => (
          <li key={hash}>
            <a href={hash} class="nav-place" aria-current={here ? 'page' : undefined} title={name}>
              <Shape size={18} strokeWidth={1.75} aria-hidden="true" />
              <span>{name}</span>
              {size > 0 && (
                <small class="count" aria-hidden="true">
                  {grouped(size)}
                </small>
              )}
            </a>
          </li>
        ))}
      </ul>
      <div class="nav-foot">
        <GlobalSwitch />
        <span class="where-kept">{common.onDevice}</span>
      </div>
    </nav>
  )
}
