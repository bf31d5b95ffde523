import {createWorkerClient} from '../../src/browser/shared/worker-client'
import {popupBrowserAdapter} from '../../src/browser/shared/popup-browser-adapter'
import {mountPopup} from '../../src/ui/popup/popup'

const root = document.getElementById('app')
if (root) mountPopup(root, {client: createWorkerClient(), browserAdapter: popupBrowserAdapter})
