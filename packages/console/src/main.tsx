import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { noteFailure } from './api.js';
import { App } from './app.js';
import { HotkeyProvider } from './parts/keys.js';
import { Notices } from './parts/notices.js';
import { chosenTheme, showTheme } from './theme.js';

const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noteFailure }),
  mutationCache: new MutationCache({ onError: noteFailure }),
  // The client itself sends again what may be sent again.
  defaultOptions: { queries: { retry: false, staleTime: 2000 } },
});

showTheme(chosenTheme());
const place = document.getElementById('console');
if (place) {
  createRoot(place).render(
    <QueryClientProvider client={queries}>
      <Router base="/console">
        <Notices>
          <HotkeyProvider>
            <App />
          </HotkeyProvider>
        </Notices>
      </Router>
    </QueryClientProvider>,
  );
}
