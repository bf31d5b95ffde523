import type {RuleType} from '../../../contract/rules'
import {Glyph} from '../../parts/glyph'
import {Mark} from '../../parts/mark'
import {hashes} from '../../routes'
import {rulesWords, typeWords} from '../../words'
import {PageTitle} from '../page-title'
import {usePage} from '../../parts/library-context'

/** By how often people come for them. */
const tiles: readonly RuleType[] = [
  'Redirect',
  'Headers',
  'Response',
  'Request',
  'QueryParam',
  'UserAgent',
  'Replace',
  'Delay',
  'Cancel',
]

/** No rules yet: the nine types as tiles. No tour. */
export function FirstRun() {
  const {library} = usePage()
  return (
    <div class="first-run">
      <Mark size={42} />
      <PageTitle title={rulesWords.title} takesLostFocus>
        {rulesWords.firstTitle}
      </PageTitle>
      <p>{rulesWords.firstText}</p>
      <ul>
        {tiles.map(type => (
          <li key={type}>
            <a href={hashes.newRule(type)} class="tile">
              <Glyph type={type} tile />
              <span>
                <b>{typeWords[type].label}</b> <small>{typeWords[type].tile}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {library.trashed.value > 0 && (
        <p>
          <a href={hashes.trash}>{rulesWords.trashHolds(library.trashed.value)}</a>
        </p>
      )}
    </div>
  )
}
