import type {ComponentChildren} from 'preact'
import {hashes} from '../routes'
import {shellWords} from '../words'
import {PageTitle} from './page-title'

type NowhereProps = {readonly title?: string; readonly children?: ComponentChildren}

export const Nowhere = ({title = shellWords.nowhere, children}: NowhereProps) => (
  <>
    <header class="page-head">
      <PageTitle takesLostFocus>{title}</PageTitle>
    </header>
    <p class="empty">
      {shellWords.nowhereText} <a href={hashes.rules}>{shellWords.toRules}</a>
      {children}
    </p>
  </>
)
