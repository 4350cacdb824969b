<?php

declare(strict_types=1);

namespace Shop;

final class Cart
{
    private array $prices = [];

    public function add(string $item, int $cents): void
    {
        $this->prices[$item] = ($this->prices[$item] ?? 0) + $cents;
    }

    public function total(): int
    {
        return array_sum($this->prices);
    }
}

function formatPrice(int $cents): string
{
    return sprintf('%.2f EUR', $cents / 100);
}
