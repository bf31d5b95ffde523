export {default as browser} from 'webextension-polyfill'
