import {formatError, formatFault} from '../../sentences/faults'
import {batch, useSignal} from '@preact/signals'
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
import type {Deeds} from './use-deeds'

type ConnectFormProps = {
  readonly view: TeamView | null
  readonly deeds: Deeds
  readonly isLeaving: boolean
  readonly leave: () => void
}

type Refusal = {readonly url?: string; readonly key?: string; readonly other?: string; readonly isPlain?: boolean}

function reasonOf(error: unknown): string {
  const {code} = error as Partial<ServiceError>
  return code === noAnswerCode ? commonTexts('unsure') : formatError(error)
}

function refusalOf(error: unknown): Refusal {
  const faults = getFaults(error).map(formatFault)
  if (faults.some(({code}) => code === 'plain-http')) return {isPlain: true}
  const reasonAt = (path: string) => faults.find(each => each.path === path)?.reason
  const [url, key] = [reasonAt('url'), reasonAt('key')]
  if (url === undefined && key === undefined) return {other: reasonOf(error)}
  return {...(url === undefined ? {} : {url}), ...(key === undefined ? {} : {key})}
}

export function ConnectForm({view, deeds, isLeaving, leave}: ConnectFormProps) {
  const typedUrl = useSignal<string | null>(null)
  const hasKey = useSignal(false)
  const isRevealed = useSignal(false)
  const isConnecting = useSignal(false)
  const refusal = useSignal<Refusal>({})
  const urlField = useRef<HTMLInputElement>(null)
  const keyField = useRef<HTMLInputElement>(null)
  const managed = useManagedPolicy()
  const {baseUrl, hasKey: isFixed} = managed
  const standing = baseUrl === undefined ? undefined : getPolicyStatus(managed, view)
  const isLocked = isFixed || standing === 'other-address'
  const url = typedUrl.value ?? view?.url ?? baseUrl ?? ''
  const isEdited = hasKey.value || (typedUrl.value !== null && typedUrl.value.trim() !== (view?.url ?? ''))
  const isRejected = view ? isKeyRejected(view) : false
  const {isPlain = false, other, ...wrong} = refusal.value

  const clearKey = () => {
    if (keyField.current) keyField.current.value = ''
    hasKey.value = false
    isRevealed.value = false
  }
  const forget = () => {
    batch(() => {
      clearKey()
      typedUrl.value = null
      refusal.value = {}
    })
  }
  const connect = async (isPlainMeant: boolean) => {
    if (isConnecting.peek()) return
    // The key is only in its field and in this message.
    const key = keyField.current?.value.trim() ?? ''
    const missing = {
      ...(url.trim() === '' ? {url: accountTexts('noUrl')} : {}),
      ...(key === '' ? {key: accountTexts('noKey')} : {}),
    }
    refusal.value = missing
    if (missing.url === undefined && missing.key === undefined) {
      isConnecting.value = true
      try {
        await deeds.connect(url.trim(), key, isPlainMeant)
        forget()
      } catch (error) {
        refusal.value = refusalOf(error)
      } finally {
        isConnecting.value = false
      }
    }
    const {url: wrongUrl, key: wrongKey} = refusal.peek()
    if (wrongUrl !== undefined) urlField.current?.focus()
    else if (wrongKey !== undefined) keyField.current?.focus()
  }
  useLayoutEffect(() => {
    if (baseUrl !== undefined) forget()
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
      {baseUrl !== undefined && standing !== undefined && (
        <Callout tone="note" title={managedTexts('title')}>
          <p>{managedTexts(`accountBelow.${standing}`, {set: baseUrl, connected: view?.url ?? ''})}</p>
        </Callout>
      )}
      <div class="account-fields">
        <div>
          <label for="account-url">{accountTexts('url')}</label>
          <input
            ref={urlField}
            id="account-url"
            class="field code"
            type="text"
            inputMode="url"
            spellcheck={false}
            autocomplete="off"
            placeholder={accountTexts('urlHint')}
            value={url}
            disabled={baseUrl !== undefined}
            aria-invalidError={wrong.url === undefined ? undefined : true}
            aria-describedby={wrong.url === undefined ? undefined : 'account-url-error'}
            onInput={event => {
              const typed = event.currentTarget.value
              batch(() => {
                typedUrl.value = typed
                refusal.value = wrong.key === undefined ? {} : {key: wrong.key}
              })
            }}
          />
          {wrong.url !== undefined && <ErrorText id="account-url-error">{wrong.url}</ErrorText>}
        </div>
        <KeyField
          field={keyField}
          end={view?.keyEnd ?? null}
          hasKey={hasKey}
          isRevealed={isRevealed}
          error={wrong.key}
          disabled={isLocked}
          edited={() => {
            refusal.value = wrong.url === undefined ? {} : {url: wrong.url}
          }}
        />
      </div>
      {isPlain && (
        <Callout tone="warn" title={accountTexts('plainTitle')} role="alert">
          <p>{accountTexts('plainText')}</p>
          <button type="button" class="link-button" onClick={() => void connect(true)}>
            {accountTexts('connectAnyway')}
          </button>
        </Callout>
      )}
      {other !== undefined && (
        <Callout tone="danger" title={accountTexts('refused')} role="alert">
          <p>{other}</p>
        </Callout>
      )}
      <SyncStrip
        view={view}
        deeds={deeds}
        isEdited={isEdited}
        isConnecting={isConnecting.value}
        isLeaving={isLeaving}
        isFixed={isFixed}
        isLocked={isLocked}
        leave={leave}
        putBack={() => {
          forget()
          urlField.current?.focus()
        }}
        toKey={() => keyField.current?.focus()}
      />
    </form>
  )
}
