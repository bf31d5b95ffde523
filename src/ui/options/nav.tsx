import type {ReadonlySignal} from '@preact/signals'
import {Folder, List, Settings2} from 'lucide-preact'
import {grouped} from '../numbers'
import {GlobalSwitch} from '../parts/global-switch'
import {shownKeys} from '../parts/keys'
import {usePage} from '../parts/library-context'
import {Mark} from '../parts/mark'
import {hashes} from '../routes'
import {common, shellWords} from '../words'
import type {Route} from './route'

const isOfRules = (page: Route['page']) =>
  page === 'rules' || page === 'rule' || page === 'new-rule' || page === 'trash'

export function Nav({route}: {readonly route: ReadonlySignal<Route>}) {
  const {library, settings} = usePage()
  const {page} = route.value
  const places = [
    {name: shellWords.rules, keys: 'g r', hash: hashes.rules, icon: List, here: isOfRules(page), size: library.size},
    {
      name: shellWords.groups,
      keys: 'g g',
      hash: hashes.groups,
      icon: Folder,
      here: page === 'groups',
      size: {value: library.groups.value.length},
    },
    {name: shellWords.settings, keys: 'g s', hash: hashes.settings, icon: Settings2, here: page === 'settings'},
  ]
  return (
    <nav class="nav" aria-label={common.product}>
      <p class="nav-brand">
        <Mark />
        <b>{common.product}</b>
      </p>
      <ul>
        {places.map(({name, keys, hash, icon: Shape, here, size}) => (
          <li key={hash}>
            <a
              href={hash}
              class="nav-place"
              aria-current={here ? 'page' : undefined}
              title={settings.letterKeys.value ? common.withKeys(name, shownKeys(keys)) : name}
            >
              <Shape size={18} strokeWidth={1.75} aria-hidden="true" />
              <span>{name}</span>
              {size !== undefined && size.value > 0 && (
                <small class="count" aria-hidden="true">
                  {grouped(size.value)}
                </small>
              )}
            </a>
          </li>
        ))}
      </ul>
      <div class="nav-foot">
        <GlobalSwitch />
        <span class="where-kept" title={common.onDevice}>
          <span>{common.onDevice}</span>
        </span>
      </div>
    </nav>
  )
}
