import {hashes} from '../routes'
import {shellWords} from '../words'
import {PageTitle} from './page-title'

export const Nowhere = ({title = shellWords.nowhere}: {readonly title?: string}) => (
  <>
    <header class="page-head">
      <PageTitle takesLostFocus>{title}</PageTitle>
    </header>
    <p class="empty">
      {shellWords.nowhereText} <a href={hashes.rules}>{shellWords.toRules}</a>
    </p>
  </>
)
