import {defineBackground} from 'wxt/utils/define-background'
import {browser} from '../src/platform/browser'

export default defineBackground(() => {
  browser.runtime.onMessage.addListener(() => Promise.resolve('pong'))
})
