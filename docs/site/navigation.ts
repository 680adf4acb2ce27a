/** The pages of the site, in the order of its menu: by group, the titles of pages of Markdown by their paths from the project's root. */
export const NAVIGATION: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Start: {
    "README.md": "Overview",
    "docs/site/try-it.md": "Try it",
  },
  "The mock": {
    "docs/mock.md": "In your app",
    "docs/recipes.md": "Recipes",
    "scenarios/README.md": "Scenarios",
    "docs/exact-ids.md": "Exact ids",
    "examples/orders-page/README.md": "Example app",
    "examples/replicas/README.md": "Several mocks",
  },
  "Checking deployments": {
    "contract-tests/staging.md": "Check staging",
    "docs/ci.md": "In CI",
    "docs/alike.md": "Keep the mock alike",
    "contract-tests/README.md": "How it decides",
    "spec/rulings.md": "Rulings",
  },
  Reference: {
    "spec/errors.md": "Errors",
    "docs/speed.md": "Speed and versions",
    "docs/gateways.md": "Gateways",
    "spec/version-2.md": "Version 2",
    "CHANGELOG.md": "Changelog",
    "CONTRIBUTING.md": "Contributing",
    "SECURITY.md": "Security",
  },
};

/** Of all groups. */
export const TITLES: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(NAVIGATION),
);

/** Where a page of Markdown, or a picture, is in the site. */
export function addressOf(path: string): string {
  return path
    .replace(/^docs\/(?:site\/)?/, "")
    .replace(/README\.md$/, "index.md")
    .replace(/\.md$/, ".html");
}
