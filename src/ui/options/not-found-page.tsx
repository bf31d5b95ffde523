import type {ComponentChildren} from 'preact'
import {hashes} from '../routes'
import {shellTexts} from '../../locales/shell'
import {PageTitle} from './page-title'

type NotFoundPageProps = {readonly title?: string; readonly children?: ComponentChildren}

export const NotFoundPage = ({title = shellTexts('nowhere'), children}: NotFoundPageProps) => (
  <>
    <header class="page-head">
      <PageTitle takesLostFocus>{title}</PageTitle>
    </header>
    <p class="empty">
      {shellTexts('nowhereText')} <a href={hashes.rules}>{shellTexts('toRules')}</a>
      {children}
    </p>
  </>
)
