import {formatError, formatFault} from '../../sentences/faults'
import {batch, useSignal} from '@preact/signals'
import type {RefObject} from 'preact'
import {useEffect, useLayoutEffect, useRef} from 'preact/hooks'
import {getPolicyStatus} from '../../../model/managed-policy'
import {getFaults, noAnswerCode, type ServiceError} from '../../../api/service-error'
import type {TeamView} from '../../../model/team'
import {Callout} from '../../components/callout'
import {ErrorText} from '../../components/error-text'
import {isKeyRejected} from '../../sentences/sync-status'
import {accountTexts} from '../../../locales/account'
import {commonTexts} from '../../../locales/common'
import {managedTexts} from '../../../locales/managed'
import {useManagedPolicy} from '../../hooks/use-fetched'
import {KeyField} from './key-field'
import {SyncStrip} from './sync-strip'
import type {AccountActions} from './account-actions'

type ConnectFormProps = {
  readonly view: TeamView | null
  readonly actions: AccountActions
  readonly isLeaving: boolean
  readonly leave: () => void
}

type ConnectErrors = {
  readonly url?: string
  readonly key?: string
  readonly general?: string
  readonly isUnencrypted?: boolean
}

function formatConnectError(error: unknown): string {
  const {code} = error as Partial<ServiceError>
  return code === noAnswerCode ? commonTexts('unsure') : formatError(error)
}

function toConnectErrors(error: unknown): ConnectErrors {
  const faults = getFaults(error).map(formatFault)
  if (faults.some(({code}) => code === 'plain-http')) return {isUnencrypted: true}
  const getReason = (path: string) => faults.find(each => each.path === path)?.reason
  const [url, key] = [getReason('url'), getReason('key')]
  if (url === undefined && key === undefined) return {general: formatConnectError(error)}
  return {...(url === undefined ? {} : {url}), ...(key === undefined ? {} : {key})}
}

export function ConnectForm({view, actions, isLeaving, leave}: ConnectFormProps) {
  const typedUrl = useSignal<string | null>(null)
  const hasKey = useSignal(false)
  const isRevealed = useSignal(false)
  const isConnecting = useSignal(false)
  const errors = useSignal<ConnectErrors>({})
  const urlField = useRef<HTMLInputElement>(null)
  const keyField = useRef<HTMLInputElement>(null)
  const managed = useManagedPolicy()
  const {baseUrl, hasKey: isManaged} = managed
  const policyStatus = baseUrl === undefined ? undefined : getPolicyStatus(managed, view)
  const isLocked = isManaged || policyStatus === 'other-address'
  const url = typedUrl.value ?? view?.url ?? baseUrl ?? ''
  const isEdited = hasKey.value || (typedUrl.value !== null && typedUrl.value.trim() !== (view?.url ?? ''))
  const isRejected = view ? isKeyRejected(view) : false
  const {isUnencrypted = false, general: generalError, ...fieldErrors} = errors.value

  const reset = () => {
    batch(() => {
      if (keyField.current) keyField.current.value = ''
      hasKey.value = false
      isRevealed.value = false
      typedUrl.value = null
      errors.value = {}
    })
  }
  const connect = async (allowsUnencrypted: boolean) => {
    if (isConnecting.peek()) return
    // The key is only in its field and in this message.
    const key = keyField.current?.value.trim() ?? ''
    const missing = {
      ...(url.trim() === '' ? {url: accountTexts('noUrl')} : {}),
      ...(key === '' ? {key: accountTexts('noKey')} : {}),
    }
    errors.value = missing
    if (missing.url === undefined && missing.key === undefined) {
      isConnecting.value = true
      try {
        await actions.connect(url.trim(), key, allowsUnencrypted)
        reset()
      } catch (error) {
        errors.value = toConnectErrors(error)
      } finally {
        isConnecting.value = false
      }
    }
    const {url: wrongUrl, key: wrongKey} = errors.peek()
    if (wrongUrl !== undefined) urlField.current?.focus()
    else if (wrongKey !== undefined) keyField.current?.focus()
  }
  useLayoutEffect(() => {
    if (baseUrl !== undefined) reset()
  }, [baseUrl, isLocked])
  useEffect(() => {
    if (isRejected) keyField.current?.focus()
  }, [isRejected])

  return (
    <form
      class="account-card"
      autocomplete="off"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void connect(false)
      }}
    >
      {baseUrl !== undefined && policyStatus !== undefined && (
        <Callout tone="note" title={managedTexts('title')}>
          <p>{managedTexts(`accountBelow.${policyStatus}`, {set: baseUrl, connected: view?.url ?? ''})}</p>
        </Callout>
      )}
      <div class="account-fields">
        <UrlField
          field={urlField}
          value={url}
          error={fieldErrors.url}
          disabled={baseUrl !== undefined}
          onEdit={typed =>
            batch(() => {
              typedUrl.value = typed
              errors.value = fieldErrors.key === undefined ? {} : {key: fieldErrors.key}
            })
          }
        />
        <KeyField
          field={keyField}
          keyEnd={view?.keyEnd ?? null}
          hasKey={hasKey}
          isRevealed={isRevealed}
          error={fieldErrors.key}
          disabled={isLocked}
          onEdit={() => {
            errors.value = fieldErrors.url === undefined ? {} : {url: fieldErrors.url}
          }}
        />
      </div>
      <ConnectProblems isUnencrypted={isUnencrypted} general={generalError} connectAnyway={() => void connect(true)} />
      <SyncStrip
        view={view}
        actions={actions}
        isEdited={isEdited}
        isConnecting={isConnecting.value}
        isLeaving={isLeaving}
        isManaged={isManaged}
        isLocked={isLocked}
        leave={leave}
        reset={() => {
          reset()
          urlField.current?.focus()
        }}
        focusKey={() => keyField.current?.focus()}
      />
    </form>
  )
}

type UrlFieldProps = {
  readonly field: RefObject<HTMLInputElement | null>
  readonly value: string
  readonly error: string | undefined
  readonly disabled: boolean
  readonly onEdit: (typed: string) => void
}

const UrlField = ({field, value, error, disabled, onEdit}: UrlFieldProps) => (
  <div>
    <label for="account-url">{accountTexts('url')}</label>
    <input
      ref={field}
      id="account-url"
      class="field code"
      type="text"
      inputMode="url"
      spellcheck={false}
      autocomplete="off"
      placeholder={accountTexts('urlHint')}
      value={value}
      disabled={disabled}
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={error === undefined ? undefined : 'account-url-error'}
      onInput={event => onEdit(event.currentTarget.value)}
    />
    {error !== undefined && <ErrorText id="account-url-error">{error}</ErrorText>}
  </div>
)

type ConnectProblemsProps = {
  readonly isUnencrypted: boolean
  readonly general: string | undefined
  readonly connectAnyway: () => void
}

const ConnectProblems = ({isUnencrypted, general, connectAnyway}: ConnectProblemsProps) => (
  <>
    {isUnencrypted && (
      <Callout tone="warn" title={accountTexts('plainTitle')} role="alert">
        <p>{accountTexts('plainText')}</p>
        <button type="button" class="link-button" onClick={connectAnyway}>
          {accountTexts('connectAnyway')}
        </button>
      </Callout>
    )}
    {general !== undefined && (
      <Callout tone="danger" title={accountTexts('refused')} role="alert">
        <p>{general}</p>
      </Callout>
    )}
  </>
)
