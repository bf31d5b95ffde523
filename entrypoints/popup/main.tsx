import {render} from 'preact'
import {browser} from '../../src/platform/browser'

const app = document.getElementById('app')
if (app) render(<p>{browser.runtime.id}</p>, app)
