import {LayoutTemplate, Upload, Users} from 'lucide-preact'
import type {RuleType} from '../../../model/rules'
import {RuleTypeIcon} from '../../components/rule-type-icon'
import {Logo} from '../../components/logo'
import {hashes} from '../../routes'
import {commonTexts} from '../../../locales/common'
import {rulesTexts} from '../../../locales/rules'
import {useNewRuleDrafts} from '../new-rule-drafts'
import {useOptions} from '../options-context'
import {PageTitle} from '../page-title'
import {usePage} from '../../state/page-context'

const tileTypes: readonly RuleType[] = [
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

export function TypeTiles({getHash}: {readonly getHash: (type: RuleType) => string}) {
  const {types, mark} = useNewRuleDrafts()
  return (
    <ul class="tiles">
      {tileTypes.map(type => (
        <li key={type}>
          <a href={getHash(type)} class="tile">
            <RuleTypeIcon type={type} tile />
            <span>
              <b>{commonTexts(`type.${type}.label`)}</b> <small>{commonTexts(`type.${type}.tile`)}</small>
            </span>
            {types.has(type) && mark}
          </a>
        </li>
      ))}
    </ul>
  )
}

export function FirstRun() {
  const {library} = usePage()
  const hasTeam = Boolean(useOptions().account.view.value)
  const links = [
    {
      icon: LayoutTemplate,
      hash: hashes.chooseNewRule(),
      text: rulesTexts('firstTemplate'),
      hint: rulesTexts('firstTemplateHint'),
    },
    {icon: Upload, hash: hashes.import, text: rulesTexts('firstImport'), hint: rulesTexts('firstImportHint')},
    ...(hasTeam
      ? []
      : [{icon: Users, hash: hashes.account, text: commonTexts('connectTeam'), hint: commonTexts('connectTeamHint')}]),
  ]
  return (
    <div class="first-run">
      <Logo size={42} />
      <PageTitle title={rulesTexts('title')} takesLostFocus>
        {rulesTexts('firstTitle')}
      </PageTitle>
      <p>{rulesTexts('firstText')}</p>
      <TypeTiles getHash={hashes.newRule} />
      {links.map(({icon: Icon, hash, text, hint}) => (
        <p key={hash} class="first-run-team">
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          <a href={hash}>{text}</a>
          <span class="hint">{hint}</span>
        </p>
      ))}
      {library.trashedCount.value > 0 && (
        <p>
          <a href={hashes.trash}>{rulesTexts('trashHolds', {count: library.trashedCount.value})}</a>
        </p>
      )}
    </div>
  )
}
