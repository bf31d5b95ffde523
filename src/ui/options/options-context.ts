import {createRequiredContext} from '../hooks/create-required-context'
import type {AccountState} from '../state/account'
import type {OptionsBrowserAdapter} from '../browser-adapter'
import type {OverriddenRules} from './overridden-rules'
import type {ListView} from './rules/filter'

type Options = {
  readonly browserAdapter: OptionsBrowserAdapter
  readonly account: AccountState
  readonly overridden: OverriddenRules
  readonly listView: ListView
  /** Whether the current page was reached from another page of the options. */
  readonly hasMoved: () => boolean
}

export const [OptionsProvider, useOptions] = createRequiredContext<Options>('useOptions')
