/** What tests call of Chrome's API inside the browser. */
declare const chrome: {
  readonly runtime: {sendMessage(message: unknown): Promise<unknown>}
  readonly storage: {readonly managed: {get(): Promise<object>}}
  readonly webRequest: {
    readonly onBeforeRequest: {
      addListener(
        listener: (details: {url: string; requestBody?: {raw?: readonly {bytes?: ArrayBuffer}[]}}) => void,
        filter: {urls: readonly string[]},
        extra: readonly 'requestBody'[],
      ): void
    }
  }
  readonly declarativeNetRequest: {
    getDynamicRules(): Promise<{readonly id: number}[]>
    updateDynamicRules(change: {removeRuleIds?: number[]; addRules?: object[]}): Promise<void>
  }
}
