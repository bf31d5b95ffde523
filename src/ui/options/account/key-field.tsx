import type {Signal} from '@preact/signals'
import {Eye, EyeOff} from 'lucide-preact'
import type {RefObject} from 'preact'
import {ErrorText} from '../../components/error-text'
import {IconButton} from '../../components/icon-button'
import {accountTexts} from '../../../locales/account'

const revealedInput = {type: 'text'} as const
const concealedInput = {type: 'password'} as const

type KeyFieldProps = {
  readonly field: RefObject<HTMLInputElement | null>
  /** The last characters of the stored key. The page never gets the rest. */
  readonly keyEnd: string | null
  readonly hasKey: Signal<boolean>
  readonly isRevealed: Signal<boolean>
  readonly error: string | undefined
  readonly disabled?: boolean
  readonly onEdit: () => void
}

/** The key is only in the field, never in state or in an attribute. */
export function KeyField({field, keyEnd, hasKey, isRevealed, error, disabled, onEdit}: KeyFieldProps) {
  const isShown = isRevealed.value && hasKey.value
  return (
    <div>
      <label for="account-key">{accountTexts('key')}</label>
      <span class="account-key" data-invalid={error === undefined ? undefined : ''}>
        <input
          ref={field}
          id="account-key"
          class="field code"
          {...(isShown ? revealedInput : concealedInput)}
          disabled={disabled}
          spellcheck={false}
          autocomplete="off"
          {...(keyEnd === null ? {} : {placeholder: accountTexts('keyHint', {end: keyEnd})})}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : 'account-key-error'}
          onInput={event => {
            hasKey.value = event.currentTarget.value !== ''
            if (!hasKey.peek()) isRevealed.value = false
            onEdit()
          }}
        />
        <IconButton
          icon={isShown ? EyeOff : Eye}
          name={accountTexts('reveal')}
          pressed={isShown}
          disabled={!hasKey.value}
          onClick={() => {
            isRevealed.value = !isRevealed.peek()
          }}
        />
      </span>
      {error !== undefined && <ErrorText id="account-key-error">{error}</ErrorText>}
    </div>
  )
}
